package dev.mausbot.home.auth;

import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/**
 * A request that the door found to be the Admin's, as its route sees it.
 *
 * @param nonce the request's own, for the signature of the answer
 */
public record AdminRequest(String nonce) {
    private static final String KEY = AdminRequest.class.getName();

    /** What the door found; empty if the request came in another way, which a route for the Admin alone refuses. */
    public static Optional<AdminRequest> of(RoutingContext context) {
        return Optional.ofNullable(context.get(KEY));
    }

    void attach(RoutingContext context) {
        context.put(KEY, this);
    }
}
