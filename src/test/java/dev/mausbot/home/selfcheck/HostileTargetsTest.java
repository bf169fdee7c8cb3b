package dev.mausbot.home.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.boot.AddressRange;
import dev.mausbot.home.boot.OperatorRanges;
import dev.mausbot.home.gate.AddressPolicy;
import dev.mausbot.home.gate.Verdict;
import dev.mausbot.home.gate.egress.Resolver;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the self-check tries at the egress gate, beside what an operator may have opened there. */
class HostileTargetsTest {
    private static OperatorRanges allowing(String... ranges) {
        return new OperatorRanges(Stream.of(ranges).map(AddressRange::of).toList(), List.of());
    }

    private static Set<String> tried(OperatorRanges ranges) {
        return Stream.concat(
                        HostileTargets.privateOnes(1, ranges).stream(), HostileTargets.metadata(1, ranges).stream())
                .map(attempt -> attempt.words().get(1).replaceFirst(":80$", ""))
                .collect(Collectors.toSet());
    }

    static Stream<Arguments> openings() {
        return Stream.of(
                Arguments.of(allowing(), Set.of()),
                Arguments.of(allowing("10.0.0.0/8"), Set.of("10.11.12.13", "ten.check.example")),
                Arguments.of(allowing("10.0.0.0/8:443"), Set.of()),
                Arguments.of(
                        allowing("0.0.0.0/0", "::/0"),
                        Set.of(
                                "10.11.12.13",
                                "ten.check.example",
                                "172.20.21.22",
                                "private.check.example",
                                "192.168.77.78",
                                "home.check.example",
                                "[fdaa::3]",
                                "sixpn.check.example")));
    }

    @ParameterizedTest
    @MethodSource("openings")
    void leavesOutNothingButOpenedPrivateRanges(OperatorRanges ranges, Set<String> leftOut) {
        Set<String> expected = tried(allowing());
        assertThat(expected).hasSize(27).containsAll(leftOut);
        expected.removeAll(leftOut);
        assertThat(tried(ranges)).isEqualTo(expected);
    }

    /** Else a home whose operator allows much would fail its own check. */
    @ParameterizedTest
    @MethodSource("openings")
    void triesOnlyWhatThePolicyRefuses(OperatorRanges ranges, Set<String> leftOut) {
        AddressPolicy policy = new AddressPolicy(ranges.allow(), ranges.deny(), Set::of);
        for (String name : tried(ranges)) {
            if (name.endsWith(".check.example")) {
                assertThat(policy.judge(address(name), 80)).as(name).isInstanceOf(Verdict.Refused.class);
            }
        }
        for (String name : leftOut) {
            if (name.endsWith(".check.example")) {
                assertThat(policy.judge(address(name), 80)).as(name).isInstanceOf(Verdict.Allowed.class);
            }
        }
    }

    @Test
    void knowsNoOtherName() {
        assertThat(HostileTargets.resolve("example.com").toCompletableFuture())
                .isCompletedWithValueMatching(Resolver.Answer.Failed.class::isInstance);
    }

    private static InetAddress address(String name) {
        return HostileTargets.resolve(name).toCompletableFuture().join() instanceof Resolver.Answer.Found found
                ? found.addresses().getFirst()
                : org.assertj.core.api.Assertions.fail(name + " is not known");
    }
}
