package dev.mausbot.home.gate.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/internal/whoami            | whoami        | ''",
                "/api/internal/                  | ''            | ''",
                "/api/internal/?a=b              | ''            | a=b",
                "/api/internal/notes/            | notes/        | ''",
                "/api/internal/a/b-c_d.e~f       | a/b-c_d.e~f   | ''",
                "/api/internal/..a/...           | ..a/...       | ''",
                "/api/internal/x?path=/../%2e?;& | x             | path=/../%2e?;&",
                "/api/internal/x?                | x             | ''"
            })
    void letsThrough(String raw, String path, String query) {
        assertThat(Target.of(raw)).isEqualTo(new Target.Internal(path, query));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "*",
                "",
                "api/internal/whoami",
                "http://127.0.0.1:8799/api/internal/whoami",
                "HTTP://x/api/internal/",
                "example.com:443",
                "\\api\\internal\\whoami",
                "?/api/internal/"
            })
    void refusesWhatIsNotAPath(String raw) {
        assertThat(Target.of(raw)).isEqualTo(new Target.Refused(Refusal.NOT_A_PATH));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "/",
                "/api",
                "/api/internal",
                "/api/internal?x",
                "/api/internalx/whoami",
                "/api/bots",
                "/api/health",
                "//api/internal/whoami",
                "/./api/internal/whoami",
                "/x/../api/internal/whoami",
                "/API/internal/whoami",
                "/%61pi/internal/whoami",
                "/api%2finternal/whoami",
                "/api;x/internal/whoami",
                "/api/internal\\whoami"
            })
    void refusesWhatIsElsewhere(String raw) {
        assertThat(Target.of(raw)).isEqualTo(new Target.Refused(Refusal.NOT_INTERNAL));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "/api/internal/../bots",
                "/api/internal/..",
                "/api/internal/.",
                "/api/internal/./whoami",
                "/api/internal/a/../../bots",
                "/api/internal/%2e%2e/bots",
                "/api/internal/%2E./bots",
                "/api/internal/.%2e/bots",
                "/api/internal/%252e%252e/bots",
                "/api/internal/..%2fbots",
                "/api/internal/..%5cbots",
                "/api/internal/..\\bots",
                "/api/internal/..;/bots",
                "/api/internal/;/bots",
                "/api/internal//bots",
                "/api/internal///",
                "/api/internal/a//",
                "/api/internal/%77hoami",
                "/api/internal/whoami%00",
                "/api/internal/%c0%ae%c0%ae/bots",
                "/api/internal/%u002e%u002e/bots",
                "/api/internal/whoami%",
                "/api/internal/who ami",
                "/api/internal/who\tami",
                "/api/internal/who\u0000ami",
                "/api/internal/whoami#../..",
                "/api/internal/whoami?a#b",
                "/api/internal/whoami?a=%zz",
                "/api/internal/whoami?a\\b",
                "/api/internal/\uFF0E\uFF0E/bots",
                "/api/internal/\u2025/bots"
            })
    void refusesWhatIsNotPlain(String raw) {
        assertThat(Target.of(raw)).isEqualTo(new Target.Refused(Refusal.NOT_PLAIN));
    }

    @Test
    void refusesATargetThatIsTooLong() {
        String longest = Target.PREFIX + "a".repeat(Target.MAX_LENGTH - Target.PREFIX.length());
        assertThat(Target.of(longest)).isInstanceOf(Target.Internal.class);
        assertThat(Target.of(longest + "a")).isEqualTo(new Target.Refused(Refusal.NOT_PLAIN));
        assertThat(Target.of(Target.PREFIX + "a/".repeat(1_000_000) + "\n")).isInstanceOf(Target.Refused.class);
    }

    @Property(tries = 20_000)
    void whatIsLetThroughIsInternalForEveryReader(@ForAll("targets") String raw) {
        if (!(Target.of(raw) instanceof Target.Internal internal)) {
            Statistics.collect("refused");
            return;
        }
        Statistics.collect("let through");
        assertThat(raw).startsWith(Target.PREFIX + internal.path());
        assertThat(URI.create(raw).normalize().getPath()).startsWith(Target.PREFIX);
        assertThat(URI.create("http://host").resolve(raw).getHost()).isEqualTo("host");
        String path = Target.PREFIX + internal.path();
        String twice = decode(decode(path));
        assertThat(twice).isEqualTo(path).doesNotContain("\\", "//", ";");
        assertThat(URI.create("http://host" + twice).normalize().getPath()).startsWith(Target.PREFIX);
        assertThat(java.nio.file.Path.of(twice).normalize() + "/").startsWith(Target.PREFIX);
    }

    /** Targets put together from what makes paths ambiguous, most of them below the prefix. */
    @Provide
    Arbitrary<String> targets() {
        Arbitrary<String> part = Arbitraries.of(
                "/",
                "//",
                ".",
                "..",
                "a",
                "whoami",
                "%2e",
                "%2E",
                "%2f",
                "%5c",
                "%25",
                "%",
                "\\",
                ";",
                "?",
                "#",
                "\u0000",
                "\n",
                "%00",
                "~",
                "-",
                "api",
                "internal",
                "\u2025",
                "@",
                ":");
        Arbitrary<String> rest = Arbitraries.oneOf(
                part.list().ofMaxSize(8).map(parts -> String.join("", parts)),
                Arbitraries.of("a", ".b", "c..", "...", "d-e", "~")
                        .list()
                        .ofMaxSize(5)
                        .map(parts -> String.join("/", parts)),
                Arbitraries.strings().ofMaxLength(12));
        Arbitrary<String> prefix = Arbitraries.frequencyOf(
                net.jqwik.api.Tuple.of(8, Arbitraries.just(Target.PREFIX)),
                net.jqwik.api.Tuple.of(1, Arbitraries.of("/", "//", "/api/", "/api/internal", "")));
        return prefix.flatMap(start -> rest.map(end -> start + end));
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
