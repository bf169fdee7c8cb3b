package dev.mausbot.home.auth;

import dev.mausbot.home.auth.session.Session;
import dev.mausbot.home.auth.session.Sessions;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Ends a session on behalf of a request that came in by one. */
@Singleton
public final class SessionEnding {
    private final Sessions sessions;
    private final SessionCookie cookie;

    SessionEnding(Sessions sessions, HostRule hosts) {
        this.sessions = sessions;
        this.cookie = SessionCookie.of(hosts);
    }

    /**
     * What came of it.
     *
     * @param was whether there was one of this id
     * @param setCookie the value of {@code Set-Cookie} for the answer, if it was the cookie of this very request
     */
    record Ended(boolean was, Optional<String> setCookie) {}

    /**
     * Ends a session, or nothing if there is none of this id. Blocks.
     *
     * @return the value of {@code Set-Cookie} for the answer, if it was the cookie of this very request
     */
    public Optional<String> end(RoutingContext context, String id) {
        return ended(context, id).setCookie();
    }

    /** The same, and whether there was one. */
    Ended ended(RoutingContext context, String id) {
        Optional<SignedIn> own =
                SignedIn.of(context).filter(it -> it.session().id().equals(id));
        // The answer to this very request is not to be cut.
        own.ifPresent(it -> it.use().done().run());
        boolean was = sessions.end(id, own.isPresent() ? Sessions.End.SIGNED_OUT : Sessions.End.REVOKED);
        return new Ended(
                was,
                own.filter(it -> it.session().kind() == Session.Kind.COOKIE).map(_ -> cookie.remove()));
    }
}
