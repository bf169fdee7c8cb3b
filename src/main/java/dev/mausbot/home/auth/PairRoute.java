package dev.mausbot.home.auth;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mausbot.home.auth.pairing.Pairings;
import dev.mausbot.home.auth.pairing.Pairings.Redeemed;
import dev.mausbot.home.auth.session.Session;
import dev.mausbot.home.auth.session.Sessions;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code POST /api/auth/pair}: turns a pairing into a session. The session's token is always a new one, whatever the request
 * brings along, so nobody can have a browser signed in with a token that he knows; and a page of another server cannot sign
 * a browser in at all.
 */
@Singleton
final class PairRoute {
    static final String PATH = "/api/auth/pair";

    private static final SmallJson JSON = new SmallJson(Set.of("code", "credential", "label", "session"));
    private static final Map<String, Session.Kind> KINDS =
            Map.of("bearer", Session.Kind.BEARER, "cookie", Session.Kind.COOKIE);

    private final Vertx vertx;
    private final Pairings pairings;
    private final Sessions sessions;
    private final SourceAddress sources;
    private final SessionCookie cookie;
    private final OriginRule origins;

    PairRoute(Vertx vertx, Pairings pairings, Sessions sessions, AdminAccess access, HostRule hosts) {
        this.vertx = vertx;
        this.pairings = pairings;
        this.sessions = sessions;
        this.sources = access.sources();
        this.cookie = SessionCookie.of(hosts);
        this.origins = OriginRule.of(hosts);
    }

    /**
     * What somebody wants.
     *
     * @param presented the code or the credential
     */
    private record Wish(boolean byCode, String presented, Optional<String> label, Session.Kind kind) {}

    void route(@Observes Router router) {
        Methods.only(router, HttpMethod.POST, PATH, this::meet);
    }

    private void meet(RoutingContext context) {
        MultiMap headers = context.request().headers();
        if (origins.fromBrowser(headers) && !origins.changeIsOurs(headers)) {
            DoorProblem.coded(403, "foreign_origin", "Only the page of this server signs a browser in: open /pair.")
                    .answer(context);
            return;
        }
        JSON.read(context, fields -> read(context, fields));
    }

    private void read(RoutingContext context, Map<String, JsonNode> fields) {
        Optional<String> label = text(fields, "label").flatMap(Label::read);
        Optional<Session.Kind> kind = fields.containsKey("session")
                ? text(fields, "session").map(KINDS::get)
                : Optional.of(
                        origins.fromBrowser(context.request().headers()) ? Session.Kind.COOKIE : Session.Kind.BEARER);
        Optional<String> code = text(fields, "code");
        Optional<String> presented = code.or(() -> text(fields, "credential"));
        if (presented.isEmpty() || (fields.containsKey("code") && fields.containsKey("credential"))) {
            invalid(context, "invalid_body", "Send either code or credential, as text.");
        } else if (fields.containsKey("label") && label.isEmpty()) {
            invalid(context, "invalid_label", "label is a line of 1 to " + Label.LONGEST + " characters.");
        } else if (kind.isEmpty()) {
            invalid(context, "invalid_body", "session is bearer or cookie.");
        } else {
            redeem(context, new Wish(code.isPresent(), presented.get(), label, kind.get()));
        }
    }

    private static Optional<String> text(Map<String, JsonNode> fields, String name) {
        return Optional.ofNullable(fields.get(name)).filter(JsonNode::isTextual).map(JsonNode::textValue);
    }

    private static void invalid(RoutingContext context, String code, String detail) {
        DoorProblem.coded(400, code, detail).answer(context);
    }

    private void redeem(RoutingContext context, Wish wish) {
        if (!sessions.loaded()) {
            new DoorProblem(503, "Service Unavailable", "The server is starting: try again.").answer(context);
            return;
        }
        String source = sources.of(context.request());
        Redeemed redeemed = wish.byCode()
                ? pairings.redeemCode(source, wish.presented())
                : pairings.redeemCredential(source, wish.presented());
        switch (redeemed) {
            case Redeemed.Right(String label) ->
                start(context, wish.kind(), wish.label().orElse(label), source);
            case Redeemed.Wrong() ->
                DoorProblem.coded(
                                401,
                                "invalid_code",
                                "This code is wrong, used or too old. Ask for a new one: `cloud-home pair` on the"
                                        + " machine makes one.")
                        .answer(context);
            case Redeemed.LockedOut(Duration wait) ->
                DoorProblem.coded(429, "rate_limited", "Too many wrong codes came from this address.")
                        .after(Optional.of(wait))
                        .answer(context);
        }
    }

    private void start(RoutingContext context, Session.Kind kind, String label, String source) {
        MultiMap headers = context.request().headers();
        vertx.executeBlocking(
                        () -> {
                            if (kind == Session.Kind.COOKIE) {
                                replaced(headers);
                            }
                            return sessions.start(kind, label, source);
                        },
                        /* ordered= */ false)
                .onFailure(context::fail)
                .onSuccess(started -> say(context, started));
    }

    /** A browser has one session: the one before would have nobody any more who could sign it out. */
    private void replaced(MultiMap headers) {
        cookie.read(headers)
                .flatMap(token -> sessions.use(Session.Kind.COOKIE, token, () -> {}))
                .ifPresent(before -> {
                    before.done().run();
                    sessions.end(before.session().id(), Sessions.End.REPLACED);
                });
    }

    private void say(RoutingContext context, Sessions.Started started) {
        Session session = started.session();
        JsonObject said = SessionJson.of(session);
        if (session.kind() == Session.Kind.COOKIE) {
            Duration lasts = Duration.between(Instant.now(), session.lastEnd());
            context.response().putHeader("Set-Cookie", cookie.keep(started.token(), lasts));
        } else {
            said.put("token", started.token().reveal());
        }
        context.response()
                .setStatusCode(201)
                .putHeader("Content-Type", "application/json")
                .end(said.encode());
    }
}
