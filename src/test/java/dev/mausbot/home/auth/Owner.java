package dev.mausbot.home.auth;

import dev.mausbot.home.auth.session.Session;
import dev.mausbot.home.auth.session.Sessions;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Whoever owns the server under test, signed in as a program. */
@Singleton
public final class Owner {
    private final Sessions sessions;
    private Optional<String> token = Optional.empty();

    Owner(Sessions sessions) {
        this.sessions = sessions;
    }

    /** The token of the owner's session. */
    public synchronized String token() {
        if (token.isEmpty()) {
            token = Optional.of(start());
        }
        return token.get();
    }

    private String start() {
        return sessions.start(Session.Kind.BEARER, "test", "127.0.0.1").token().reveal();
    }
}
