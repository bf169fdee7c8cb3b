package dev.mausbot.home.auth;

import dev.mausbot.home.auth.session.Sessions;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Set;

/**
 * Stands before every route of the public port, known or not: nothing is answered, and no body is read, before the request
 * names this machine and brings a session's token, or on the Admin's paths a signature. Only the health paths are open, and
 * those where somebody who has a pairing signs in.
 */
@Singleton
final class Doorkeeper {
    /** Before everything else that the framework has in the way. */
    private static final int FIRST = 100_000;

    private static final Set<String> OPEN = Set.of(
            "/api/health", "/q/health", "/q/health/live", "/q/health/ready", "/q/health/started", "/q/health/well");
    /** Whoever answers on these decides by himself. */
    private static final Set<String> SIGN_IN =
            Set.of(PairPage.PATH, PairPage.SCRIPT_PATH, PairPage.STYLE_PATH, PairRoute.PATH);

    private final HostRule hosts;
    private final SignedDoor signed;
    private final SessionDoor sessions;

    Doorkeeper(HostRule hosts, AdminAccess admin, Sessions sessions) {
        this.hosts = hosts;
        this.signed = new SignedDoor(admin);
        this.sessions = new SessionDoor(sessions, SessionCookie.of(hosts), OriginRule.of(hosts));
    }

    void stand(@Observes Filters filters) {
        filters.register(this::meet, FIRST);
    }

    void meet(RoutingContext context) {
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
        } else if (asSent(context) && (SIGN_IN.contains(request.path()) || PairPage.SHARED.contains(request.path()))) {
            context.next();
        } else {
            sessions.meet(context);
        }
    }

    private static boolean open(RoutingContext context) {
        HttpMethod method = context.request().method();
        return (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD))
                && asSent(context)
                && OPEN.contains(context.request().path());
    }

    /** The path is routed as it was sent: neither {@code ..} nor an escape opens another one. */
    private static boolean asSent(RoutingContext context) {
        return context.normalizedPath().equals(context.request().path());
    }

    private boolean namesThisMachine(HttpServerRequest request) {
        return SessionDoor.one(request.headers().getAll("Host"))
                .filter(hosts::allows)
                .isPresent();
    }
}
