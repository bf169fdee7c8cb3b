package dev.mausbot.home;

import dev.mausbot.home.approval.Cards;
import dev.mausbot.home.report.HomeState;
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
    private final Cards cards;
    private final HomeState state;

    Life(Turns turns, Cards cards, HomeState state) {
        this.turns = turns;
        this.cards = cards;
        this.state = state;
    }

    void begin(@Observes StartupEvent started) {
        cards.dismissAll().forEach(card -> turns.tellTorn(card.turn(), card.type(), card.data()));
        turns.recover();
        state.become(HomeState.State.READY);
    }

    /** While the server still listens: readers see their turns end, and health says why nothing new is taken. */
    void end(@Observes ShutdownDelayInitiatedEvent stopping) {
        state.become(HomeState.State.REFUSING);
        turns.close(GRACE);
    }

    /** For a stop that had no such time before it. */
    void end(@Observes ShutdownEvent stopping) {
        turns.close(Duration.ZERO);
    }
}
