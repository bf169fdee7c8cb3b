package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.launch.Launched;
import dev.mausbot.home.selfcheck.Admission;
import dev.mausbot.home.selfcheck.Mutation;
import dev.mausbot.home.selfcheck.Results;
import dev.mausbot.home.selfcheck.SelfCheckResult;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a self-check's result is told, in the log and at a terminal. */
class CheckLogTest {
    @Test
    void saysOneLineWhenAllIsWell() {
        assertThat(CheckLog.lines(Results.passed())).containsExactly("bot box: bwrap, checks 29/29 in 412 ms");
    }

    @Test
    void saysALineForEachThatFailed() {
        assertThat(CheckLog.lines(Results.failed("fly.absent", "net.route")))
                .containsExactly(
                        "bot box: bwrap, checks 27/29 in 412 ms",
                        "bot box: FAILED fly.absent: The machine's control socket in /.fly is not in the box. Seen: it is"
                                + " there",
                        "bot box: FAILED net.route: There is no way out of the box but its gates. Seen: it is there");
    }

    @Test
    void putsWhatFailedFirst() {
        SelfCheckResult result = Results.failed("broker.upstream");
        List<String> table =
                CheckReport.table(result, EnumSet.of(Mutation.DROP_KEY)).lines().toList();
        assertThat(table.getFirst()).startsWith("FAILED  broker.upstream");
        assertThat(table)
                .contains("mounts", "broker")
                .anyMatch(line -> line.startsWith("Taken from this box: drop-key"));
        assertThat(table.getLast()).isEqualTo("checks 28/29 in 412 ms");
        assertThat(CheckReport.json(result, EnumSet.noneOf(Mutation.class)))
                .startsWith("{\"checks\":\"28/29\",\"passed\":false,")
                .contains("{\"id\":\"broker.upstream\",\"layer\":\"broker\",");
    }

    @Test
    void startsNoRunThatIsNotAdmitted() {
        Launched started = new Launched.Refused("it was asked");
        AdmittedRuns closed =
                new AdmittedRuns(_ -> started, Admission.by(new FixedChecks(Results.failed("net.route"))));
        assertThat(closed.start(FixedChecks.anyRun()))
                .isInstanceOfSatisfying(
                        Launched.Refused.class,
                        refused -> assertThat(refused.reason()).contains("net.route"));
        AdmittedRuns open = new AdmittedRuns(_ -> started, Admission.by(new FixedChecks(Results.passed())));
        assertThat(open.start(FixedChecks.anyRun())).isSameAs(started);
    }
}
