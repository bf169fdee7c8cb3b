package dev.mausbot.home.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.selfcheck.CheckResult;
import dev.mausbot.home.selfcheck.SelfCheckResult;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class VitalsTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    /** A healthy home, for one thing to be changed. */
    private static final class Home {
        private Instant now = NOW;
        private HomeState.State state = HomeState.State.READY;
        private boolean boxWanted = true;
        private Optional<String> boxOff = Optional.empty();
        private Optional<Path> helperMissing = Optional.empty();
        private Optional<SelfCheckResult> selfCheck = Optional.of(check(/* passed= */ true));
        private boolean selfCheckRequired = true;
        private boolean databaseAnswers = true;
        private Optional<Integrity.Check> integrity = Optional.of(new Integrity.Check(NOW, Optional.empty()));
        private long freeBytes = 1L << 30;
        private boolean auditFailing = false;
        private boolean hardeningWanted = true;
        private List<String> hardening = List.of();

        private Vitals vitals() {
            return new Vitals(
                    now,
                    state,
                    boxWanted,
                    boxOff,
                    helperMissing,
                    selfCheck,
                    selfCheckRequired,
                    databaseAnswers,
                    integrity,
                    freeBytes,
                    auditFailing,
                    hardeningWanted,
                    hardening);
        }
    }

    private static SelfCheckResult check(boolean passed) {
        return new SelfCheckResult(
                List.of(new CheckResult("net.route", "network", "no route leads out", passed, "")),
                NOW,
                Duration.ofMillis(400));
    }

    private static Vitals of(Consumer<Home> change) {
        Home home = new Home();
        change.accept(home);
        return home.vitals();
    }

    static Stream<Arguments> tellsWhatIsWrong() {
        return Stream.of(
                wrong("state", true, home -> home.state = HomeState.State.STARTING),
                wrong("state", true, home -> home.state = HomeState.State.REFUSING),
                wrong("box", true, home -> home.boxOff = Optional.of("bubblewrap is not installed")),
                wrong("helpers", true, home -> home.helperMissing = Optional.of(Path.of("/app/cloud-home"))),
                wrong("self-check.missing", true, home -> home.selfCheck = Optional.empty()),
                wrong("self-check.failed", true, home -> home.selfCheck = Optional.of(check(/* passed= */ false))),
                wrong("self-check.old", false, home -> {
                    home.now = NOW.plus(Duration.ofDays(3));
                    home.integrity = Optional.empty();
                }),
                wrong("database", true, home -> home.databaseAnswers = false),
                wrong(
                        "database.integrity",
                        false,
                        home -> home.integrity = Optional.of(new Integrity.Check(NOW, Optional.of("a page is bad")))),
                wrong("database.integrity.old", false, home -> {
                    home.now = NOW.plus(Duration.ofDays(3));
                    home.selfCheckRequired = false;
                }),
                wrong("disk", true, home -> home.freeBytes = (64L << 20) - 1),
                wrong("audit", true, home -> home.auditFailing = true),
                wrong("hardening", false, home -> home.hardening = List.of("/proc shows other users' processes")));
    }

    private static Arguments wrong(String id, boolean stops, Consumer<Home> change) {
        return Arguments.of(id, stops, of(change));
    }

    @ParameterizedTest(name = "{0}, stops: {1}")
    @MethodSource
    void tellsWhatIsWrong(String id, boolean stops, Vitals vitals) {
        assertThat(vitals.troubles()).singleElement().satisfies(trouble -> {
            assertThat(trouble.id()).isEqualTo(id);
            assertThat(trouble.stops()).isEqualTo(stops);
            assertThat(trouble.sentence()).isNotBlank();
        });
        assertThat(vitals.ready()).isEqualTo(!stops);
    }

    /** What nobody asked to be protected by is not missed. */
    static Stream<Vitals> isWellWithoutWhatIsNotWanted() {
        return Stream.of(
                of(home -> {
                    home.selfCheckRequired = false;
                    home.selfCheck = Optional.of(check(/* passed= */ false));
                }),
                of(home -> {
                    home.boxWanted = false;
                    home.boxOff = Optional.of("boxes are not wanted here");
                    home.selfCheck = Optional.empty();
                }),
                of(home -> {
                    home.hardeningWanted = false;
                    home.hardening = List.of("the server runs as root");
                }),
                of(home -> home.integrity = Optional.empty()),
                of(home -> home.freeBytes = 64L << 20));
    }

    @ParameterizedTest
    @MethodSource
    void isWellWithoutWhatIsNotWanted(Vitals vitals) {
        assertThat(vitals.troubles()).isEmpty();
    }

    /** No heartbeat of use is looked at: the clock moves and nothing else happens. */
    @ParameterizedTest
    @ValueSource(longs = {0, 5, 60, 24 * 60, 48 * 60})
    void staysWellWhenNobodyUsesIt(long minutes) {
        Vitals idle = of(home -> home.now = NOW.plus(Duration.ofMinutes(minutes)));
        assertThat(idle.troubles()).isEmpty();
        assertThat(idle.ready()).isTrue();
    }

    @Test
    void namesTheChecksThatFailed() {
        Vitals vitals = of(home -> home.selfCheck = Optional.of(check(/* passed= */ false)));
        assertThat(vitals.troubles().getFirst().sentence()).contains("net.route");
    }
}
