package dev.mausbot.home.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoopbackUrlTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "http://127.0.0.1:8085/, 127.0.0.1:8085, 8085, /",
                "http://127.0.0.1:8085, 127.0.0.1:8085, 8085, /",
                "http://localhost:1/oauth2callback?code=4/0Ab-c_d&scope=a+b, localhost:1, 1,"
                        + " /oauth2callback?code=4/0Ab-c_d&scope=a+b",
                "http://[::1]:65535/cb?x=%2F%aF, [::1]:65535, 65535, /cb?x=%2F%aF",
                "http://127.0.0.1:80?code=x, 127.0.0.1:80, 80, /?code=x",
                "http://127.0.0.1:80#, 127.0.0.1:80, 80, /",
                "http://127.0.0.1:80/cb?code=x#_=_, 127.0.0.1:80, 80, /cb?code=x",
                "http://127.0.0.1:80//evil.example/x, 127.0.0.1:80, 80, //evil.example/x",
                "http://127.0.0.1:80/@evil.example:90, 127.0.0.1:80, 80, /@evil.example:90",
                "http://127.0.0.1:80/?a=|{}[]^`', 127.0.0.1:80, 80, /?a=|{}[]^`'",
            })
    void readsWhatABrowserShows(String pasted, String authority, int port, String target) {
        LoopbackUrl url = url(pasted);
        assertThat(url.authority()).isEqualTo(authority);
        assertThat(url.port()).isEqualTo(port);
        assertThat(url.target()).isEqualTo(target);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "",
                "127.0.0.1:80",
                "https://127.0.0.1:80/",
                "HTTP://127.0.0.1:80/",
                "http:/127.0.0.1:80/",
                "http:127.0.0.1:80/",
                "http://127.0.0.1/",
                "http://127.0.0.1:/",
                "http://127.0.0.1:0/",
                "http://127.0.0.1:080/",
                "http://127.0.0.1:65536/",
                "http://127.0.0.1:99999999999/",
                "http://127.0.0.1:٨٠/",
                "http://127.0.0.1:+80/",
                "http://127.0.0.1:80x/",
                "http://127.0.0.1:80:80/",
                "http://127.0.0.1:80\\@evil.example/",
                "http://127.0.0.1:80@evil.example/",
                "http://u@127.0.0.1:80/",
                "http://u:p@127.0.0.1:80/",
                "http://evil.example:80/",
                "http://localhost.evil.example:80/",
                "http://localhost.:80/",
                "http://LOCALHOST:80/",
                "http://127.0.0.2:80/",
                "http://127.1:80/",
                "http://2130706433:80/",
                "http://0.0.0.0:80/",
                "http://0177.0.0.1:80/",
                "http://[::ffff:127.0.0.1]:80/",
                "http://[0:0:0:0:0:0:0:1]:80/",
                "http://[::1%25lo]:80/",
                "http://::1:80/",
                "http://169.254.169.254:80/",
                " http://127.0.0.1:80/",
                "http://127.0.0.1:80/ HTTP/1.1",
                "http://127.0.0.1:80/\r\nX: y",
                "http://127.0.0.1:80/\n",
                "http://127.0.0.1:80/\u0000",
                "http://127.0.0.1:80/\u007f",
                "http://127.0.0.1:80/é",
                "http://127.0.0.1:80/%",
                "http://127.0.0.1:80/%0",
                "http://127.0.0.1:80/%0g",
                "http://127.0.0.1:80/a\\b",
                "http://127.0.0.1:80/\"",
                "http://127.0.0.1:80/<b>",
            })
    void refusesEverythingElse(String pasted) {
        assertThat(LoopbackUrl.read(pasted)).isInstanceOf(LoopbackUrl.Read.Refused.class);
    }

    @Test
    void takesAsMuchAsABrowserSendsAndNoMore() {
        String longest = "/" + "a".repeat(LoopbackUrl.LONGEST_TARGET - 1);
        assertThat(url("http://127.0.0.1:80" + longest).target()).isEqualTo(longest);
        assertThat(LoopbackUrl.read("http://127.0.0.1:80" + longest + "a"))
                .isInstanceOf(LoopbackUrl.Read.Refused.class);
    }

    @Test
    void showsNothingOfWhatSignsIn() {
        assertThat(url("http://127.0.0.1:80/secret?code=secret").toString()).doesNotContain("secret");
        assertThat(LoopbackUrl.read("http://127.0.0.1:80/secret secret").toString())
                .doesNotContain("secret");
    }

    /** Whatever is read, its request line is one line of three words. */
    @Property
    void neverLeavesTheRequestLine(@ForAll("likely") String pasted) {
        if (LoopbackUrl.read(pasted) instanceof LoopbackUrl.Read.Loopback(LoopbackUrl url)) {
            assertThat(url.target()).matches("/[!-~]*").doesNotContain("#");
            assertThat(url.authority()).matches("(127\\.0\\.0\\.1|localhost|\\[::1]):" + url.port());
            assertThat(url.port()).isBetween(1, 65535);
            assertThat(pasted).startsWith("http://" + url.authority());
        }
    }

    /** Where the JDK's parser reads a URL of ours, it reads the same. */
    @Property
    void agreesWithAnotherParser(@ForAll @IntRange(min = 1, max = 65535) int port, @ForAll("targets") String target) {
        String pasted = "http://localhost:" + port + target;
        URI other = URI.create(pasted);
        LoopbackUrl url = url(pasted);
        assertThat(url.port()).isEqualTo(other.getPort());
        assertThat(url.authority()).isEqualTo(other.getRawAuthority());
        String path = other.getRawPath().isEmpty() ? "/" : other.getRawPath();
        assertThat(url.target()).isEqualTo(path + (other.getRawQuery() == null ? "" : "?" + other.getRawQuery()));
    }

    @Provide
    Arbitrary<String> likely() {
        Arbitrary<String> start = Arbitraries.of(
                "http://127.0.0.1:80", "http://localhost:1", "http://[::1]:65535", "http://127.0.0.1:", "http://", "");
        Arbitrary<String> rest = Arbitraries.strings()
                .withChars("/?#@:%[]. \r\n\t\u0000\u0085\u2028\\09afA")
                .all()
                .ofMaxLength(12);
        Arbitrary<String> some = Arbitraries.strings()
                .withChars("/?#@:%[]. \r\n\t\u0000\u0085\u2028\\09afA")
                .ofMaxLength(12);
        return net.jqwik.api.Combinators.combine(start, Arbitraries.oneOf(rest, some))
                .as(String::concat);
    }

    @Provide
    Arbitrary<String> targets() {
        Arbitrary<String> plain =
                Arbitraries.strings().withChars("abc/-._~=&+:@!$'()*,;").ofMaxLength(20);
        return net.jqwik.api.Combinators.combine(plain, plain, Arbitraries.of("", "#", "#x"))
                .as((path, query, fragment) -> "/" + path.replaceFirst("^/+", "") + "?" + query + fragment);
    }

    private static LoopbackUrl url(String pasted) {
        LoopbackUrl.Read read = LoopbackUrl.read(pasted);
        assertThat(read).isInstanceOf(LoopbackUrl.Read.Loopback.class);
        return ((LoopbackUrl.Read.Loopback) read).url();
    }
}
