package dev.mausbot.home.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerTargetTest {
    @ParameterizedTest
    @CsvSource({
        "/b/-/openai, , openai, '', ",
        "/b/-/openai/, , openai, '', ",
        "/b/tok_-en/mcp-a-b/x/y/, tok_-en, mcp-a-b, x/y/, ",
        "/b/t/gemini/v1beta/models/a:b?alt=sse, t, gemini, v1beta/models/a:b, alt=sse",
        "/b/t/g/a%20b%C3%A4?, t, g, a%20b%C3%A4, ''",
        "/b/t/g/...?a/../b?c, t, g, ..., a/../b?c",
    })
    void readsPlainTargets(String raw, String token, String grant, String rest, String query) {
        assertThat(BrokerTarget.of(raw))
                .isEqualTo(new BrokerTarget.Call(Optional.ofNullable(token), grant, rest, Optional.ofNullable(query)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/b/",
                "/b//g",
                "/b/t",
                "/b/t/",
                "/b/t//x",
                "/b/t/G",
                "/b/t/-g",
                "/b/t/g//",
                "/b/t/g/x//y",
                "/b/t/g/.",
                "/b/t/g/..",
                "/b/t/g/../x",
                "/b/t/g/x/..",
                "/b/t/g/%2e%2e/x",
                "/b/t/g/.%2E/x",
                "/b/t/g/x%2Fy",
                "/b/t/g/x%5cy",
                "/b/t/g/x\\y",
                "/b/t/g/%252e",
                "/b/t/g/x;y",
                "/b/t/g/..;/y",
                "/b/t/g/%3b",
                "/b/t/g/%00",
                "/b/t/g/%0d%0a",
                "/b/t/g/%7f",
                "/b/t/g/%3f",
                "/b/t/g/%23",
                "/b/t/g/%zz",
                "/b/t/g/%",
                "/b/t/g/x#y",
                "/b/t/g/ä",
                "/b/t%20/g",
                "/b/t/g%2f",
                "/b/t/g?x=\"",
                "/b/t/g?%",
                "/b/t/g?x#y",
                "*",
                "host:443",
                "http://h/b/t/g"
            })
    void refusesWhatAnotherReaderCouldTakeForSomethingElse(String raw) {
        assertThat(BrokerTarget.of(raw)).isEqualTo(new BrokerTarget.Refused(BrokerRefusal.NOT_PLAIN));
    }

    @Property
    void letsNothingThroughThatDecodingChangesToAnotherPath(@ForAll("hostile") String raw) {
        if (BrokerTarget.of(raw) instanceof BrokerTarget.Call call) {
            String decoded = URLDecoder.decode(call.rest().replace("+", "%2B"), StandardCharsets.UTF_8);
            assertThat(decoded.chars().filter(c -> c == '/').count())
                    .isEqualTo(call.rest().chars().filter(c -> c == '/').count());
            assertThat(List.of(decoded.split("/", -1))).doesNotContain(".", "..");
            assertThat(decoded).doesNotContain("//", "\\", "\0", "\r", "\n", ";", "?", "#", "%");
            assertThat(raw).contains("/" + call.grant() + (call.rest().isEmpty() ? "" : "/" + call.rest()));
        }
    }

    @Provide
    Arbitrary<String> hostile() {
        Arbitrary<String> piece = Arbitraries.of(
                "/", "//", ".", "..", "%2e", "%2F", "%5c", "%25", "%20", "%", ";", "?", "#", "a", "B", ":", "@", "+",
                "é", "\\", "\0", "\r\n", "v1", "&", "=", "%c3%a4", "%0a");
        return piece.list().ofMaxSize(12).map(pieces -> "/b/t/g/" + String.join("", pieces));
    }

    @Property
    void keepsOfAQueryWhatItKeepsByteForByte(@ForAll("queries") String query) {
        String merged = Queries.merged(Optional.of("own=1"), Optional.of(query));

        assertThat(merged).startsWith("?own=1");
        for (String parameter : merged.substring(1).split("&", -1)) {
            String name = URLDecoder.decode(parameter.split("=", 2)[0], StandardCharsets.UTF_8)
                    .strip();
            assertThat(name).isNotEqualToIgnoringCase("key").isNotEqualToIgnoringCase("access_token");
            assertThat(parameter.equals("own=1")
                            || List.of(query.split("&", -1)).contains(parameter))
                    .isTrue();
        }
        assertThat(merged.substring(1).split("&", -1))
                .filteredOn(one -> one.startsWith("own"))
                .hasSize(1);
    }

    @Provide
    Arbitrary<String> queries() {
        Arbitrary<String> name = Arbitraries.of(
                "key", "KEY", "%6Bey", "k%65y", "+key", "access_token", "own", "%6Fwn", "a", "b%20c", "");
        return name.flatMap(n -> Arbitraries.of(n, n + "=", n + "=v%20w", n + "=x=y"))
                .list()
                .ofMaxSize(6)
                .map(all -> String.join("&", all));
    }
}
