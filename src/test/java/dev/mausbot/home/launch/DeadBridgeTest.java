package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;

import dev.mausbot.home.box.BoxTools.Bridging;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A bridge that dies is said to be dead, and is there again. */
class DeadBridgeTest {
    private static final String ASK =
            "curl -sf -m 5 -H \"Authorization: Bearer $OMB_HARNESS_TOKEN\" $OMB_HARNESS_URL/api/internal/whoami";

    static Stream<Arguments> bridges() {
        return Stream.of(
                Arguments.of(named("socat", LaunchHouse.SOCAT), "socat"),
                Arguments.of(named("our own", LaunchHouse.OWN), "java"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bridges")
    void isMissedAloudAndStartedAgain(Bridging bridging, String program) throws Exception {
        String kill =
                "for p in /proc/[0-9]*; do [ \"$(cat $p/comm 2>/dev/null)\" != %s ] || kill -KILL ${p#/proc/}; done; "
                        .formatted(program);
        String shell = ASK + " || exit 2; echo; " + kill + "for i in $(seq 100); do " + ASK
                + " && exit 0; sleep 0.1; done; exit 3";
        try (LaunchHouse house = LaunchHouse.open(bridging)) {
            Outcome outcome = house.run(shell).succeeded();
            assertThat(outcome.lines()).containsExactly("b1 c1 t1", "b1 c1 t1");
            assertThat(outcome.errors().lines().filter(line -> line.startsWith("box: ")))
                    .isNotEmpty()
                    .allMatch("box: the bridge to the gates ended (exit 137); starting it again"::equals);
        }
    }
}
