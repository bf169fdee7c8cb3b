package dev.mausbot.home.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.audit.Counts.Reason;
import dev.mausbot.home.audit.RefusalTally.Gate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CountsTest {
    private final Counts counts = new Counts();

    private void refuse(String reason) {
        counts.record(new AuditEvent.EgressDecided("box", "bot", "host", 80, /* allowed= */ false, reason));
    }

    @Test
    void countsRefusalsByGateAndReason() {
        refuse("private");
        refuse("private");
        counts.record(new AuditEvent.EgressDecided("box", "bot", "host", 80, /* allowed= */ true, "public"));
        counts.record(new AuditEvent.HarnessRefused("box", "bot", "GET", "/", "private"));
        counts.record(new AuditEvent.BrokerRefused("box", "bot", "anthropic", "GET", "/", "token"));

        assertThat(counts.refused(new Reason(Gate.EGRESS, "private"))).isEqualTo(2);
        assertThat(counts.refused(new Reason(Gate.EGRESS, "public"))).isZero();
        assertThat(counts.refused(new Reason(Gate.HARNESS, "private"))).isEqualTo(1);
        assertThat(counts.refused(new Reason(Gate.BROKER, "token"))).isEqualTo(1);
    }

    @Test
    void tellsOfEveryReasonOnce() {
        List<Reason> told = new ArrayList<>();
        refuse("before");
        counts.tell(told::add);
        refuse("before");
        refuse("after");
        refuse("after");
        assertThat(told).containsExactly(new Reason(Gate.EGRESS, "before"), new Reason(Gate.EGRESS, "after"));
    }

    @Test
    void staysBoundedWhateverReasonsCome() {
        List<Reason> told = new ArrayList<>();
        counts.tell(told::add);
        for (int each = 0; each < 10 * Counts.MOST_REASONS; each++) {
            refuse("reason " + each);
        }
        assertThat(told).hasSize(Counts.MOST_REASONS + 1);
        assertThat(counts.refused(new Reason(Gate.EGRESS, "other"))).isEqualTo(9L * Counts.MOST_REASONS);
    }

    @Test
    void countsBoxesThatWereStartedAndThatRun() {
        counts.record(new AuditEvent.BoxStarted("a", "bot", "c", "t", List.of()));
        counts.record(new AuditEvent.BoxStarted("b", "bot", "c", "t", List.of()));
        counts.record(new AuditEvent.BoxEnded("a", "bot", 0, Duration.ZERO));
        assertThat(counts.boxesStarted()).isEqualTo(2);
        assertThat(counts.boxesRunning()).isEqualTo(1);
    }
}
