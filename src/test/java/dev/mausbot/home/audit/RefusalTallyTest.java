package dev.mausbot.home.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.audit.RefusalTally.Gate;
import dev.mausbot.home.audit.RefusalTally.Refusal;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RefusalTallyTest {
    private final RefusalTally tally = new RefusalTally(3);

    @Test
    void countsRefusalsPerGateAndNothingElse() {
        tally.record(egress("b1", "metadata.internal", false));
        tally.record(egress("b2", "10.0.0.1", false));
        tally.record(egress("b1", "example.org", true));
        tally.record(harness("/api/bots"));
        tally.record(new AuditEvent.BoxStarted("b1", "ada", "c", "t", List.of()));

        assertThat(tally.refused(Gate.EGRESS)).isEqualTo(2);
        assertThat(tally.refused(Gate.HARNESS)).isEqualTo(1);
    }

    @Test
    void tellsWhatOneBoxWasRefusedEachThingOnce() {
        tally.record(egress("b1", "10.0.0.1", false));
        tally.record(egress("b2", "10.0.0.1", false));
        tally.record(harness("/api/bots"));
        tally.record(egress("b1", "10.0.0.1", false));

        assertThat(tally.of("b1"))
                .containsExactly(
                        new Refusal("b1", Gate.HARNESS, "GET /api/bots", "not_internal", 1),
                        new Refusal("b1", Gate.EGRESS, "10.0.0.1:443", "private_range", 2));
    }

    @Test
    void saysInWordsThatARequestCouldNotBeRead() {
        tally.record(new AuditEvent.EgressDecided("b1", "ada", "", 0, false, "bad_request"));

        assertThat(tally.of("b1")).extracting(Refusal::target).containsExactly("bytes that are no request");
    }

    @Test
    void forgetsTheOldestAndStillCountsIt() {
        IntStream.range(0, 1000).forEach(n -> tally.record(egress("b1", "host-" + n, false)));

        assertThat(tally.of("b1"))
                .extracting(Refusal::target)
                .containsExactly("host-997:443", "host-998:443", "host-999:443");
        assertThat(tally.refused(Gate.EGRESS)).isEqualTo(1000);
    }

    private static AuditEvent egress(String box, String host, boolean allowed) {
        return new AuditEvent.EgressDecided(box, "ada", host, 443, allowed, allowed ? "public" : "private_range");
    }

    private static AuditEvent harness(String path) {
        return new AuditEvent.HarnessRefused("b1", "ada", "GET", path, "not_internal");
    }
}
