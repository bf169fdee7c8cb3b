package dev.mausbot.home.auth;

import dev.mausbot.home.auth.session.Session;
import dev.mausbot.home.auth.session.Sessions;
import io.netty.channel.ChannelFuture;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The way in for the owner: by a session's token, in the header {@code Authorization} or in the cookie. A browser sends the
 * cookie by itself, whoever's page asks for it, so with a cookie it also counts whose page that was. When the session ends,
 * so do the answers that are still being given to it.
 */
final class SessionDoor {
    private static final String SCHEME = "bearer ";
    private static final Set<HttpMethod> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD);
    private static final String FORGED =
            "With a cookie, only pages of this server may ask for this. Send a session's token in the header"
                    + " Authorization to ask from elsewhere.";

    private final Sessions sessions;
    private final SessionCookie cookie;
    private final OriginRule origins;

    SessionDoor(Sessions sessions, SessionCookie cookie, OriginRule origins) {
        this.sessions = sessions;
        this.cookie = cookie;
        this.origins = origins;
    }

    /** Hands the request on, or answers that it may not come in. */
    void meet(RoutingContext context) {
        MultiMap headers = context.request().headers();
        boolean byHeader = headers.contains("Authorization");
        if (!byHeader && cookie.comesWith(headers) && !ours(context.request())) {
            DoorProblem.coded(403, "foreign_origin", FORGED).answer(context);
            return;
        }
        Optional<Sessions.Use> use = byHeader
                ? bearer(headers).flatMap(token -> use(Session.Kind.BEARER, token, context))
                : cookie.read(headers).flatMap(token -> use(Session.Kind.COOKIE, token, context));
        if (use.isPresent()) {
            letIn(context, use.get());
        } else if (!sessions.loaded()) {
            new DoorProblem(503, "Service Unavailable", "The server is starting: try again.").answer(context);
        } else {
            turnAway(context);
        }
    }

    private static void letIn(RoutingContext context, Sessions.Use use) {
        context.addEndHandler(_ -> use.done().run());
        new SignedIn(use).attach(context);
        context.next();
    }

    /** A person who looks at a page is shown where to sign in; a program is told. */
    private static void turnAway(RoutingContext context) {
        HttpServerRequest request = context.request();
        String accepted = Optional.ofNullable(request.getHeader("Accept")).orElse("");
        if (READING.contains(request.method())
                && !request.path().startsWith("/api/")
                && accepted.contains("text/html")) {
            context.response().setStatusCode(303).putHeader("Location", "/pair").end();
            return;
        }
        context.response().putHeader("WWW-Authenticate", "Bearer realm=\"cloud-home\"");
        new DoorProblem(
                        401,
                        "Unauthorized",
                        "Sign in at /pair, or send a session's token: Authorization: Bearer omb_session_…")
                .answer(context);
    }

    private boolean ours(HttpServerRequest request) {
        return READING.contains(request.method())
                ? origins.readIsOurs(request.headers())
                : origins.changeIsOurs(request.headers());
    }

    private Optional<Sessions.Use> use(Session.Kind kind, String token, RoutingContext context) {
        return sessions.use(kind, token, () -> cut(context));
    }

    /** Closing the response, or the channel from its end, would first wait for what the reader does not take. */
    private static void cut(RoutingContext context) {
        ChannelFuture _ = ((ConnectionBase) context.request().connection())
                .channel()
                .pipeline()
                .firstContext()
                .close();
    }

    private static Optional<String> bearer(MultiMap headers) {
        return one(headers.getAll("Authorization"))
                .filter(header -> header.regionMatches(/* ignoreCase= */ true, 0, SCHEME, 0, SCHEME.length()))
                .map(header -> header.substring(SCHEME.length()).strip());
    }

    /** Two headers of one name mean two things to two readers. */
    static Optional<String> one(List<String> values) {
        return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
    }
}
