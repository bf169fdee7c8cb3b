package dev.mausbot.home.auth;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Optional;

/**
 * A refusal at the door as {@code application/problem+json} (RFC 9457). Whatever is left of the request's body is never
 * read.
 *
 * @param members what the answer says besides title, status and detail
 * @param retryAfter how long to wait before the next try
 */
record DoorProblem(int status, String title, String detail, JsonObject members, Optional<Duration> retryAfter) {
    DoorProblem(int status, String title, String detail) {
        this(status, title, detail, new JsonObject(), Optional.empty());
    }

    /** One that programs know by a word. */
    static DoorProblem coded(int status, String code, String detail) {
        String title = HttpResponseStatus.valueOf(status).reasonPhrase();
        return new DoorProblem(status, title, detail, new JsonObject().put("code", code), Optional.empty());
    }

    DoorProblem after(Optional<Duration> wait) {
        return new DoorProblem(status, title, detail, members, wait);
    }

    void answer(RoutingContext context) {
        JsonObject said = new JsonObject()
                .put("title", title)
                .put("status", status)
                .put("detail", detail)
                .mergeIn(members);
        retryAfter.ifPresent(wait -> {
            // Rounded up: who comes back then is not a moment too early.
            long seconds = wait.plusMillis(999).toSeconds();
            said.put("retryAfterSeconds", seconds);
            context.response().putHeader("Retry-After", Long.toString(seconds));
        });
        context.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "application/problem+json")
                .putHeader("Connection", "close")
                .end(said.encode());
    }
}
