package dev.mausbot.home.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.boot.AddressRange;
import dev.mausbot.home.boot.OperatorRanges;
import dev.mausbot.home.boot.Program;
import dev.mausbot.home.box.BoxTools;
import dev.mausbot.home.launch.Surroundings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A real box, attacked. */
class SelfCheckTest {
    private static final OperatorRanges NO_RANGES = new OperatorRanges(List.of(), List.of());

    private CheckHouse house;

    @BeforeEach
    void openHouse() throws Exception {
        house = CheckHouse.open();
    }

    @AfterEach
    void closeHouse() throws Exception {
        if (house != null) {
            house.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void passesInASoundBox(Surroundings.HomeView view) {
        SelfCheckResult result = house.check(view, NO_RANGES).run().result();
        assertThat(result.failed()).isEmpty();
        assertThat(result.score()).isEqualTo("29/29");
    }

    @Test
    void passesWithOurOwnBridge() {
        BoxTools own = new BoxTools(
                CheckHouse.TOOLS.bwrap(),
                new BoxTools.Bridging.Own(Program.current().command("bridge")));
        assertThat(house.check(own, Surroundings.HomeView.PRIVATE, NO_RANGES)
                        .run()
                        .result()
                        .failed())
                .isEmpty();
    }

    @Test
    void doesNotHoldAgainstTheOperatorWhatHeOpenedAndClosed() {
        OperatorRanges ranges =
                new OperatorRanges(List.of(AddressRange.of("10.0.0.0/8")), List.of(AddressRange.of("192.168.0.0/16")));
        assertThat(house.check(Surroundings.HomeView.PRIVATE, ranges)
                        .run()
                        .result()
                        .failed())
                .isEmpty();
    }

    /** A bwrap that does not start, one that ends at once, and one that is not there. */
    @ParameterizedTest
    @ValueSource(strings = {"/bin/false", "/bin/true", "/nowhere/bwrap"})
    void failsAllThatItCouldNotTry(String bwrap) {
        BoxTools broken = new BoxTools(Path.of(bwrap), CheckHouse.TOOLS.bridge());
        SelfCheckResult result = house.check(broken, Surroundings.HomeView.PRIVATE, NO_RANGES)
                .run()
                .result();
        assertThat(result.checks()).hasSize(29).noneMatch(CheckResult::passed);
        assertThat(result.failed().getFirst().seen()).contains("did not tell");
    }

    /** Nothing is concluded from what it told before: it may have been killed for what it saw then. */
    @Test
    void failsWhatAProbeThatDiesHadNotTold(@TempDir Path folder) throws Exception {
        Path bwrap = Files.writeString(
                folder.resolve("bwrap"), "#!/bin/sh\n'%s' \"$@\" | head -n 3\n".formatted(CheckHouse.TOOLS.bwrap()));
        Files.setPosixFilePermissions(bwrap, PosixFilePermissions.fromString("r-x------"));
        SelfCheckResult result = house.check(
                        new BoxTools(bwrap, CheckHouse.TOOLS.bridge()), Surroundings.HomeView.PRIVATE, NO_RANGES)
                .run()
                .result();
        assertThat(result.score()).isEqualTo("3/29");
        assertThat(result.checks().subList(0, 3)).allMatch(CheckResult::passed);
        assertThat(result.failed()).allSatisfy(check -> assertThat(check.seen()).contains("did not tell"));
    }

    /** A neighbour only logged that its filter was missing, and another let a flag say that all was well. */
    @Test
    void keepsTurnsFromRunningWithoutAFilterUntilOneIsMeasured() {
        Deque<Set<Mutation>> boxes = new ArrayDeque<>(List.of(Set.of(Mutation.NO_SECCOMP), Set.of()));
        try (RepeatedChecks checks = new RepeatedChecks(
                () -> house.check().run(boxes.pop()).result(), _ -> {}, RepeatedChecks.Pauses.usual())) {
            Admission admission = Admission.by(checks);
            checks.run().join();
            assertThat(admission.refusal()).get().asString().contains("seccomp.filter");
            checks.run().join();
            assertThat(admission.refusal()).isEmpty();
        }
    }

    /** A neighbour's agents could read the log of what they were refused. */
    @Test
    void looksForTheAuditLogInTheBox() throws Exception {
        try (Fixture fixture =
                Fixture.make(house.vertx.vertx(), CheckHouse.surroundings(Surroundings.HomeView.PRIVATE), NO_RANGES)) {
            Stream<String> looked = Catalogue.checks().stream()
                    .flatMap(check -> check.attempts().apply(fixture).stream())
                    .filter(attempt -> attempt.verb().equals("absent"))
                    .map(attempt -> attempt.words().getFirst());
            assertThat(looked)
                    .contains(fixture.folders().data().resolve("audit.jsonl").toString());
        }
    }
}
