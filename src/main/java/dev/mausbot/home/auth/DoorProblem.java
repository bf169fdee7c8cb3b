package dev.mausbot.home.auth;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;

/**
 * A refusal at the door as {@code application/problem+json} (RFC 9457). Whatever body comes along is never read.
 *
 * @param members what the answer says besides title, status and detail
 */
record DoorProblem(int status, String title, String detail, JsonObject members) {
    DoorProblem(int status, String title, String detail) {
        this(status, title, detail, new JsonObject());
    }

    void answer(RoutingContext context) {
        context.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "application/problem+json")
                .putHeader("Connection", "close")
                .end(new JsonObject()
                        .put("title", title)
                        .put("status", status)
                        .put("detail", detail)
                        .mergeIn(members)
                        .encode());
    }
}
