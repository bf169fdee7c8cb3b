package dev.mausbot.home.auth;

import dev.mausbot.home.auth.session.Session;
import dev.mausbot.home.auth.session.Sessions;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/** {@code /api/auth/sessions} and {@code /api/auth/sign-out}: the owner sees who is signed in, and ends it. */
@Singleton
final class SessionRoutes {
    private static final String PATH = "/api/auth/sessions";

    private final Vertx vertx;
    private final Sessions sessions;
    private final SessionEnding ending;

    SessionRoutes(Vertx vertx, Sessions sessions, SessionEnding ending) {
        this.vertx = vertx;
        this.sessions = sessions;
        this.ending = ending;
    }

    void route(@Observes Router router) {
        Methods.only(router, HttpMethod.GET, PATH, this::list);
        Methods.only(router, HttpMethod.DELETE, PATH + "/:id", context -> end(context, context.pathParam("id")));
        Methods.only(
                router,
                HttpMethod.POST,
                "/api/auth/sign-out",
                context -> end(context, own(context).session().id()));
    }

    private static SignedIn own(RoutingContext context) {
        return SignedIn.of(context).orElseThrow(() -> new IllegalStateException("only a session comes this far"));
    }

    private void list(RoutingContext context) {
        String current = own(context).session().id();
        JsonArray all = new JsonArray();
        for (Session session : sessions.all()) {
            all.add(SessionJson.of(session).put("current", session.id().equals(current)));
        }
        context.response()
                .putHeader("Content-Type", "application/json")
                .end(new JsonObject().put("sessions", all).encode());
    }

    private void end(RoutingContext context, String id) {
        vertx.executeBlocking(() -> ending.ended(context, id), /* ordered= */ false)
                .onFailure(context::fail)
                .onSuccess(ended -> {
                    if (!ended.was()) {
                        new DoorProblem(404, "Not Found", "There is no such session.").answer(context);
                        return;
                    }
                    ended.setCookie().ifPresent(gone -> context.response().putHeader("Set-Cookie", gone));
                    context.response().setStatusCode(204).end();
                });
    }
}
