package dev.mausbot.home.auth;

import dev.mausbot.home.auth.session.Sessions;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.time.Duration;
import org.jboss.logging.Logger;

/** Reads the sessions at the start, and once a minute ends those whose time is over. */
@Singleton
final class SessionSweep {
    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final Logger LOG = Logger.getLogger(SessionSweep.class);

    private final Vertx vertx;
    private final Sessions sessions;

    SessionSweep(Vertx vertx, Sessions sessions) {
        this.vertx = vertx;
        this.sessions = sessions;
    }

    /** Early among those who observe the start: until then nobody is let in. */
    void begin(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE) StartupEvent started) {
        sessions.load();
        // The timer ends with the framework's Vert.x.
        vertx.setPeriodic(EVERY.toMillis(), _ -> sweep());
    }

    private void sweep() {
        vertx.executeBlocking(
                        () -> {
                            sessions.sweep();
                            return true;
                        },
                        /* ordered= */ false)
                .onFailure(broken -> LOG.error("sessions that are over could not be ended", broken));
    }
}
