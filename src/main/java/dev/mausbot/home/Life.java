package dev.mausbot.home;

import dev.mausbot.home.report.HomeState;
import dev.mausbot.home.selfcheck.SelfChecks;
import dev.mausbot.home.turn.Turns;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;

/** What the server does first and last. */
@Singleton
final class Life {
    /** How long running turns get to finish when the server is asked to stop. */
    private static final Duration GRACE = Duration.ofSeconds(20);

    private final Turns turns;
    private final HomeState state;
    private final SelfChecks checks;

    Life(Turns turns, HomeState state, SelfChecks checks) {
        this.turns = turns;
        this.state = state;
        this.checks = checks;
    }

    /** Listens at once and takes messages; turns wait, those of the last server too, until the boxes are attacked. */
    void begin(@Observes StartupEvent started) {
        turns.recover();
        var _ = checks.run().whenComplete((_, _) -> {
            // However it came out: what runs asks for admission, and a turn that is refused says why.
            state.begin();
            turns.open();
        });
    }

    /** While the server still listens: readers see their turns end, and health says why nothing new is taken. */
    void end(@Observes ShutdownDelayInitiatedEvent stopping) {
        state.end();
        turns.close(GRACE);
    }

    /** For a stop that had no such time before it. */
    void end(@Observes ShutdownEvent stopping) {
        turns.close(Duration.ZERO);
    }
}
