package dev.mausbot.home.turn.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mausbot.home.turn.BadField;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfiguredUrlTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://api.example.com",
                "https://api.example.com/",
                "https://api.example.com/mcp",
                "https://api.example.com/mcp/",
                "http://127.0.0.1:8080/v1/x_y~z/a%20b",
                "http://[::1]:8080/mcp",
                "https://localhost/mcp?key=a%2Fb&c=/d?e"
            })
    void keepsAnExactAddressAsItIs(String text) {
        assertThat(ConfiguredUrl.exact("url", text).uri()).hasToString(text);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "",
                "api.example.com",
                "//api.example.com",
                "ftp://api.example.com",
                "file:///etc/passwd",
                "https:/api.example.com",
                "https://",
                "https:///x",
                "https://user@api.example.com",
                "https://user:canary@api.example.com",
                "https://api.example.com@evil.example",
                "https://api.example.com\\@evil.example",
                "https://API.example.com",
                "HTTPS://api.example.com",
                "https://api..example.com",
                "https://-api.example.com",
                "https://api.example.com:0",
                "https://api.example.com:65536",
                "https://api.example.com:",
                "https://[::1",
                "https://[1.2]",
                "https://api.example.com/#x",
                "https://api.example.com/a/../b",
                "https://api.example.com/..",
                "https://api.example.com/./b",
                "https://api.example.com/%2e%2E/b",
                "https://api.example.com/a//b",
                "https://api.example.com/a%2Fb",
                "https://api.example.com/a%5cb",
                "https://api.example.com/a%00b",
                "https://api.example.com/a%0d%0ab",
                "https://api.example.com/a\\b",
                "https://api.example.com/a b",
                "https://api.example.com/a\r\nx: y",
                "https://api.example.com/%",
                "https://api.example.com/%zz",
                "https://api.example.com/?",
                "https://ápi.example.com"
            })
    void refusesWhatCouldBeReadInTwoWays(String text) {
        assertThatThrownBy(() -> ConfiguredUrl.exact("url", text))
                .isInstanceOf(BadField.class)
                .hasMessageStartingWith("field url ")
                .hasMessageNotContaining("canary");
    }

    @ParameterizedTest
    @CsvSource({"https://a.example/v1/, https://a.example/v1", "https://a.example/, https://a.example"})
    void aSlashAtTheEndOfABaseMeansNothing(String text, String base) {
        assertThat(ConfiguredUrl.base("baseUrl", text)).isEqualTo(new ConfiguredUrl(base, Optional.empty()));
    }

    @Test
    void aBaseHasNoQueryAndNoAddressShowsOne() {
        assertThatThrownBy(() -> ConfiguredUrl.base("baseUrl", "https://a.example/?key=canary"))
                .isInstanceOf(BadField.class)
                .hasMessageNotContaining("canary");
        assertThat(ConfiguredUrl.exact("url", "https://a.example/?key=canary").toString())
                .isEqualTo("https://a.example/");
    }
}
