package dev.mausbot.home.auth;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Stands before every route of the public port, known or not: nothing is answered, and no body is read, before the request
 * names this machine and brings a token, or on the Admin's paths a signature. Only the health paths are open.
 */
@Singleton
final class Doorkeeper {
    /** Before everything else that the framework has in the way. */
    private static final int FIRST = 100_000;

    private static final String SCHEME = "bearer ";
    private static final Set<String> OPEN = Set.of(
            "/api/health", "/q/health", "/q/health/live", "/q/health/ready", "/q/health/started", "/q/health/well");

    private final StartToken token;
    private final HostRule hosts;
    private final SignedDoor signed;

    Doorkeeper(StartToken token, HostRule hosts, AdminAccess admin) {
        this.token = token;
        this.hosts = hosts;
        this.signed = new SignedDoor(admin);
    }

    void stand(@Observes Filters filters) {
        filters.register(this::meet, FIRST);
    }

    private void meet(RoutingContext context) {
        HttpServerRequest request = context.request();
        context.response().putHeader("X-Content-Type-Options", "nosniff").putHeader("Cache-Control", "no-store");
        if (open(context)) {
            context.next();
        } else if (!request.uri().startsWith("/")) {
            new DoorProblem(400, "Bad Request", "The request's target must be a path.").answer(context);
        } else if (!namesThisMachine(request)) {
            new DoorProblem(421, "Misdirected Request", "This server does not answer to that host name.")
                    .answer(context);
        } else if (signed.isFor(context)) {
            signed.meet(context);
        } else if (!bringsTheToken(request)) {
            context.response().putHeader("WWW-Authenticate", "Bearer realm=\"cloud-home\"");
            new DoorProblem(
                            401,
                            "Unauthorized",
                            "Send the token that the server printed at its start: Authorization: Bearer omb_start_…")
                    .answer(context);
        } else {
            context.next();
        }
    }

    /** By the path as it was sent and as it is routed: neither {@code ..} nor an escape opens another one. */
    private static boolean open(RoutingContext context) {
        HttpMethod method = context.request().method();
        return (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD))
                && OPEN.contains(context.normalizedPath())
                && context.normalizedPath().equals(context.request().path());
    }

    private boolean namesThisMachine(HttpServerRequest request) {
        return one(request.headers().getAll("Host")).filter(hosts::allows).isPresent();
    }

    private boolean bringsTheToken(HttpServerRequest request) {
        return one(request.headers().getAll("Authorization"))
                .filter(header -> header.regionMatches(/* ignoreCase= */ true, 0, SCHEME, 0, SCHEME.length()))
                .map(header -> header.substring(SCHEME.length()).strip())
                .filter(token::matches)
                .isPresent();
    }

    /** Two headers of one name mean two things to two readers. */
    private static Optional<String> one(List<String> values) {
        return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
    }
}
