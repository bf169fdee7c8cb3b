package dev.mausbot.home.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Whether turns run follows what was measured last, and no flag (an asserted one relaxed a neighbour's policy). */
class AdmissionTest {
    private Optional<SelfCheckResult> last = Optional.empty();

    private final Admission admission = Admission.by(new SelfChecks() {
        @Override
        public Optional<SelfCheckResult> last() {
            return last;
        }

        @Override
        public CompletableFuture<SelfCheckResult> run() {
            throw new UnsupportedOperationException();
        }
    });

    @Test
    void admitsNothingBeforeAnythingWasMeasured() {
        assertThat(admission.refusal()).get().asString().contains("not proven yet");
    }

    @Test
    void namesWhatFailedAndAdmitsAgainWhenItPasses() {
        last = Optional.of(Results.failed("data.database"));
        assertThat(admission.refusal())
                .get()
                .asString()
                .contains("data.database", "The server's database is not in the box.", "OMB_BOT_BOX_REQUIRE=0")
                .doesNotContain("more.");
        last = Optional.of(Results.failed("data.database", "seccomp.filter", "net.route"));
        assertThat(admission.refusal()).get().asString().contains("and 2 more");
        last = Optional.of(Results.passed());
        assertThat(admission.refusal()).isEmpty();
        last = Optional.of(Results.failed("net.route"));
        assertThat(admission.refusal()).get().asString().contains("net.route");
    }

    @Test
    void takesNothingCheckedForNothingProven() {
        last = Optional.of(new SelfCheckResult(List.of(), Instant.EPOCH, Duration.ZERO));
        assertThat(admission.refusal()).isPresent();
    }

    @Test
    void saysWhyWhereNoTurnCanEverRun() {
        assertThat(Admission.never("there is no bwrap").refusal()).contains("there is no bwrap");
    }

    @Test
    void asksNobodyWhereTheOperatorSaidSo() {
        assertThat(Admission.always().refusal()).isEmpty();
    }
}
