package dev.mausbot.home.auth;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.auth.pairing.Pairings;
import dev.mausbot.home.auth.session.SessionLimits;
import dev.mausbot.home.auth.session.SessionStore;
import dev.mausbot.home.auth.session.Sessions;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;

/** Gives this room's plain objects what the framework has for them. */
final class AuthWiring {
    @Produces
    @Singleton
    Sessions sessions(SessionStore store, Audit audit) {
        return new Sessions(store, SessionLimits.defaults(), audit, InstantSource.system());
    }

    @Produces
    @Singleton
    Pairings pairings(Audit audit) {
        return new Pairings(audit, InstantSource.system());
    }
}
