package dev.mausbot.home.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever headers come, in whatever spelling: a box speaks for nobody but itself, and an upstream hands it no cookie. */
class BrokerHeadersTest {
    private static final List<String> CREDENTIALS = List.of(
            "authorization", "x-api-key", "x-goog-api-key", "api-key", "cookie", "cookie2", "proxy-authorization");
    private static final List<String> ABOUT_ONE_CONNECTION =
            List.of("connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "http2-settings");
    private static final List<String> IN_OTHERS_NAMES = List.of(
            "host",
            "x-forwarded-for",
            "x-forwarded-host",
            "forwarded",
            "x-original-url",
            "x-omb-gate",
            "proxy-anything");
    private static final List<String> HARMLESS =
            List.of("accept", "content-type", "anthropic-version", "x-own", "x-other");

    private static final Grant GRANT = BrokerFixture.anthropic(1);

    /** A header line; names with an underscore for a hyphen are those of another header to some servers. */
    record Line(String name, String value) {
        String plain() {
            return name.toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Provide
    Arbitrary<List<Line>> lines() {
        List<String> names = Stream.of(CREDENTIALS, ABOUT_ONE_CONNECTION, IN_OTHERS_NAMES, HARMLESS)
                .flatMap(List::stream)
                .toList();
        Arbitrary<String> spelled = Combinators.combine(
                        Arbitraries.of(names), Arbitraries.integers().between(0, 3))
                .as((name, how) -> switch (how) {
                    case 0 -> name;
                    case 1 -> name.toUpperCase(Locale.ROOT);
                    case 2 -> name.replace('-', '_');
                    default -> name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
                });
        Arbitrary<String> values = Arbitraries.oneOf(
                Arbitraries.strings().alpha().numeric().ofMinLength(1).ofMaxLength(12),
                Arbitraries.of(names).list().ofMinSize(1).ofMaxSize(3).map(list -> String.join(" , ", list)));
        return Combinators.combine(spelled, values).as(Line::new).list().ofMaxSize(12);
    }

    private static MultiMap headers(List<Line> lines) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap();
        lines.forEach(line -> headers.add(line.name(), line.value()));
        return headers;
    }

    private static List<Line> lines(MultiMap headers) {
        List<Line> lines = new ArrayList<>();
        for (Map.Entry<String, String> header : headers) {
            lines.add(new Line(header.getKey(), header.getValue()));
        }
        return lines;
    }

    /** What the lines' own Connection headers say is about one connection only. */
    private static Set<String> named(List<Line> lines) {
        Set<String> named = new HashSet<>();
        lines.stream()
                .filter(line -> line.name().equalsIgnoreCase("connection"))
                .flatMap(line -> Stream.of(line.value().split(",")))
                .forEach(name -> named.add(name.strip()));
        return named;
    }

    @Property
    void aBoxSpeaksForNobodyElse(@ForAll("lines") List<Line> lines) {
        MultiMap sent = MultiMap.caseInsensitiveMultiMap();
        BrokerHeaders.forUpstream(headers(lines), GRANT, sent);

        assertThat(sent.getAll("x-api-key")).containsExactly(BrokerFixture.REAL_KEY);
        sent.remove("x-api-key");
        Set<String> named = named(lines);
        List<Line> harmless = lines.stream()
                .filter(line -> HARMLESS.contains(line.plain()) && !named.contains(line.plain()))
                .toList();
        assertThat(lines(sent)).containsExactlyInAnyOrderElementsOf(harmless);
    }

    @Property
    void anUpstreamHandsBackNoCookieAndNothingOfTheGates(@ForAll("lines") List<Line> lines) {
        List<Line> answered = new ArrayList<>(lines);
        answered.add(new Line("Set-Cookie", "a=b"));
        answered.add(new Line("set-cookie2", "a=b"));
        MultiMap returned = MultiMap.caseInsensitiveMultiMap();
        BrokerHeaders.forBox(headers(answered), returned);

        Set<String> named = named(lines);
        assertThat(lines(returned)).allSatisfy(line -> {
            assertThat(line.name().toLowerCase(Locale.ROOT))
                    .isNotIn(ABOUT_ONE_CONNECTION)
                    .isNotIn("set-cookie", "set-cookie2", "x-omb-gate")
                    .doesNotStartWith("proxy-");
            assertThat(named).doesNotContain(line.name().toLowerCase(Locale.ROOT));
        });
        assertThat(lines(returned))
                .containsAll(lines.stream()
                        .filter(line -> HARMLESS.contains(line.plain()) && !named.contains(line.plain()))
                        .toList());
    }

    @Property
    void credentialsThatDisagreeAreNone(@ForAll("lines") List<Line> lines) {
        Set<String> given = new HashSet<>();
        lines.stream()
                .filter(line -> CREDENTIALS.subList(0, 4).contains(line.name().toLowerCase(Locale.ROOT)))
                .forEach(line -> given.add(line.value()));
        assertThat(BrokerHeaders.token(headers(lines)))
                .isEqualTo(given.size() == 1 ? given.stream().findFirst() : java.util.Optional.empty());
    }

    @Property
    void theBodysLengthGoesWithItUnlessItIsChunked(@ForAll("lines") List<Line> lines) {
        MultiMap from = headers(lines);
        from.set("content-length", "7");
        MultiMap sent = MultiMap.caseInsensitiveMultiMap();
        BrokerHeaders.forUpstream(from, GRANT, sent);
        assertThat(sent.getAll("content-length"))
                .isEqualTo(from.contains("transfer-encoding") ? List.of() : List.of("7"));
    }
}
