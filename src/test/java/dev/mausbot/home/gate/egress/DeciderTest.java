package dev.mausbot.home.gate.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mausbot.home.boot.AddressRange;
import dev.mausbot.home.boot.IpLiteral;
import dev.mausbot.home.gate.AddressPolicy;
import dev.mausbot.home.gate.Reason;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeciderTest {
    private final List<String> lookups = new ArrayList<>();
    private final List<AddressRange> allowed = new ArrayList<>();

    @ParameterizedTest(name = "{0} as {1}: {2}")
    @CsvSource({
        "api.example.com:443,        8.8.8.8,                   public",
        "api.example.com:443,        8.8.8.8 2606:4700::1,      public",
        "127.0.0.1.nip.io:80,        127.0.0.1,                 LOOPBACK",
        "localtest.me:80,            127.0.0.1,                 LOOPBACK",
        "lvh.me:80,                  127.0.0.1 ::1,             LOOPBACK",
        "rebind.example.com:80,      10.0.0.1,                  PRIVATE_RANGE",
        "cname.example.com:80,       fdaa::3,                   PRIVATE_RANGE",
        "mixed.example.com:80,       8.8.8.8 10.0.0.1,          MIXED_ANSWER",
        "mixed.example.com:80,       10.0.0.1 8.8.8.8,          MIXED_ANSWER",
        "mixed.example.com:80,       8.8.8.8 fdaa::3,           MIXED_ANSWER",
        "mixed.example.com:80,       fe80::1 8.8.8.8 2606::1,   MIXED_ANSWER",
        "own.example.com:80,         93.184.216.99,             OWN_ADDRESS",
        "empty.example.com:80,       '',                        NAME_NOT_FOUND",
    })
    void everyAddressOfAnAnswerMustPass(String authority, String answer, String expected) {
        assertThat(decide(authority, DomainRules.allPublic(), answer)).isEqualTo(expected);
        assertThat(lookups).hasSize(1);
    }

    @ParameterizedTest(name = "{0} as {1}: {2}")
    @CsvSource({
        "in.example.com:443,         10.1.2.3,                  operator_range",
        "both.example.com:443,       8.8.8.8 10.1.2.3,          operator_range",
        "out.example.com:443,        8.8.8.8,                   public",
        "other.example.com:443,      10.1.2.3 10.2.0.1,         MIXED_ANSWER",
    })
    void saysWhatIsReachedOnTheOperatorsWord(String authority, String answer, String expected) {
        allowed.add(AddressRange.of("10.1.0.0/16"));
        assertThat(decide(authority, DomainRules.allPublic(), answer)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "api.example.com:25,            MAIL_PORT",
        "api.example.com:465,           MAIL_PORT",
        "api.example.com:587,           MAIL_PORT",
        "8.8.8.8:25,                    MAIL_PORT",
        "home.example.org:443,          HOME_OR_ADMIN",
        "HOME.example.org:8443,         HOME_OR_ADMIN",
        "localhost:80,                  LOCAL_NAME",
        "metadata.google.internal:80,   LOCAL_NAME",
        "thismachine:80,                LOCAL_NAME",
        "127.0.0.1:80,                  LOOPBACK",
        "[::1]:443,                     LOOPBACK",
        "[::ffff:10.0.0.1]:443,         PRIVATE_RANGE",
        "169.254.169.254:80,            LINK_LOCAL",
        "[fdaa::3]:53,                  PRIVATE_RANGE",
        "8.8.8.8:443,                   public",
    })
    void decidesWithoutALookup(String authority, String expected) {
        assertThat(decide(authority, DomainRules.allPublic(), "8.8.8.8")).isEqualTo(expected);
        assertThat(lookups).isEmpty();
    }

    @Test
    void refusesAnAnswerThatIsTooLongToCheck() {
        String many = String.join(" ", Collections.nCopies(65, "8.8.8.8"));

        assertThat(decide("many.example.com:80", DomainRules.allPublic(), many)).isEqualTo("TOO_MANY_ADDRESSES");
    }

    @Test
    void aLookupThatTakesTooLongIsNotAllowed() throws Refusal {
        Decider decider = decider(DomainRules.allPublic(), name -> new CompletableFuture<>());

        assertThat(decider.decide(Destination.parse("slow.example.com:80"))
                        .toCompletableFuture()
                        .join())
                .isEqualTo(Decision.refused(Reason.LOOKUP_TIMEOUT));
    }

    @Test
    void aLookupThatBreaksIsNotAllowed() throws Refusal {
        Decider decider = decider(
                DomainRules.allPublic(), name -> CompletableFuture.failedFuture(new IllegalStateException("broken")));

        assertThat(decider.decide(Destination.parse("broken.example.com:80"))
                        .toCompletableFuture()
                        .join())
                .isEqualTo(Decision.refused(Reason.LOOKUP_FAILED));
    }

    @ParameterizedTest(name = "[{0}] {1}: {2}")
    @CsvSource({
        "api.example.com,    api.example.com:443,      public",
        "api.example.com,    API.Example.com:443,      public",
        "api.example.com,    x.api.example.com:443,    NOT_LISTED",
        "api.example.com,    api.example.com.evil.com:443, NOT_LISTED",
        "api.example.com,    evilapi.example.com:443,  NOT_LISTED",
        "*.example.com,      a.example.com:443,        public",
        "*.example.com,      a.b.example.com:443,      public",
        "*.example.com,      example.com:443,          NOT_LISTED",
        "*.example.com,      evilexample.com:443,      NOT_LISTED",
        "*.example.com,      8.8.8.8:443,              NOT_LISTED",
        "'',                 api.example.com:443,      NOT_LISTED",
        "a.com *.b.com,      x.b.com:443,              public",
    })
    void anEnforcedListRefusesWhatItDoesNotName(String patterns, String authority, String expected) {
        DomainRules rules = new DomainRules.Listed(words(patterns), DomainRules.Mode.ENFORCED);

        assertThat(decide(authority, rules, "8.8.8.8")).isEqualTo(expected);
    }

    @Test
    void aReportOnlyListAllowsAndSaysSo() {
        DomainRules rules = new DomainRules.Listed(List.of("a.com"), DomainRules.Mode.REPORT_ONLY);

        assertThat(decide("b.com:443", rules, "8.8.8.8")).isEqualTo("not_listed");
        assertThat(decide("a.com:443", rules, "8.8.8.8")).isEqualTo("public");
        assertThat(decide("b.com:443", rules, "10.0.0.1")).isEqualTo("PRIVATE_RANGE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"*", "*.", "*.com.", "Api.com", "a.*.com", "*a.com", "**.a.com", "1.2.3.4", "a.com:80", "a b", ""
            })
    void aListWithAPatternThatMatchesNothingSensibleIsRefused(String pattern) {
        assertThatThrownBy(() -> new DomainRules.Listed(List.of(pattern), DomainRules.Mode.ENFORCED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + pattern + "'");
    }

    @Test
    void decidesAgainAboutTheAddressInUse() throws Refusal {
        Decider decider = decider(DomainRules.allPublic(), name -> new CompletableFuture<>());
        Destination destination = Destination.parse("api.example.com:443");

        assertThat(decider.decideAgain(destination, address("8.8.8.8"))).isInstanceOf(Decision.Allowed.class);
        assertThat(decider.decideAgain(destination, address("93.184.216.99")))
                .isEqualTo(Decision.refused(Reason.OWN_ADDRESS));
        assertThat(decider.decideAgain(Destination.parse("home.example.org:443"), address("8.8.8.8")))
                .isEqualTo(Decision.refused(Reason.HOME_OR_ADMIN));
    }

    private String decide(String authority, DomainRules rules, String answer) {
        Decider decider = decider(rules, name -> {
            lookups.add(name);
            return CompletableFuture.completedFuture(new Resolver.Answer.Found(
                    words(answer).stream().map(DeciderTest::address).toList()));
        });
        try {
            return switch (decider.decide(Destination.parse(authority))
                    .toCompletableFuture()
                    .join()) {
                case Decision.Allowed allowed -> allowed.label();
                case Decision.Refused(Reason reason) -> reason.name();
            };
        } catch (Refusal refusal) {
            return refusal.reason().name();
        }
    }

    private Decider decider(DomainRules rules, Resolver resolver) {
        EgressLimits normal = EgressLimits.defaults();
        EgressLimits quick = new EgressLimits(
                Duration.ofMillis(50),
                normal.connect(),
                normal.header(),
                normal.keepAlive(),
                normal.idle(),
                normal.headerBytes(),
                normal.tunnels(),
                normal.clients());
        return new Decider(
                new AddressPolicy(allowed, List.of(), () -> Set.of(address("93.184.216.99"))),
                resolver,
                Set.of(new HostName.Name("home.example.org")),
                new LocalNames("thismachine"),
                rules,
                quick);
    }

    private static List<String> words(String text) {
        return Stream.of(text.split(" ")).filter(word -> !word.isEmpty()).toList();
    }

    private static InetAddress address(String text) {
        return IpLiteral.parse(text).orElseThrow();
    }
}
