package dev.mausbot.home.approval;

import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import org.jboss.logging.Logger;

/** Forgets old cards at the start, and once a day. */
@Singleton
final class CardSweep {
    private static final Duration EVERY = Duration.ofDays(1);
    private static final Logger LOG = Logger.getLogger(CardSweep.class);

    private final Vertx vertx;
    private final CardStore store;

    CardSweep(Vertx vertx, CardStore store) {
        this.vertx = vertx;
        this.store = store;
    }

    void begin(@Observes StartupEvent started) {
        long _ = store.forgetOld(Instant.now());
        // The timer ends with the framework's Vert.x.
        vertx.setPeriodic(EVERY.toMillis(), _ -> sweep());
    }

    private void sweep() {
        vertx.executeBlocking(() -> store.forgetOld(Instant.now()), /* ordered= */ false)
                .onFailure(broken -> LOG.error("old cards could not be forgotten", broken));
    }
}
