package dev.mausbot.home.auth;

import dev.mausbot.home.auth.session.Session;
import dev.mausbot.home.auth.session.Sessions;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/**
 * The session that a request came in by, as its route sees it.
 *
 * @param use what the door holds of it
 */
public record SignedIn(Sessions.Use use) {
    private static final String KEY = SignedIn.class.getName();

    /** What the door found; empty if the request came in in another way. */
    public static Optional<SignedIn> of(RoutingContext context) {
        return Optional.ofNullable(context.get(KEY));
    }

    void attach(RoutingContext context) {
        context.put(KEY, this);
    }

    public Session session() {
        return use.session();
    }
}
