package dev.mausbot.home.auth;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.function.Consumer;

/** A request's whole body, of those that are small. */
final class SmallBody {
    private SmallBody() {}

    /** Hands the body on once all of it is there; answers 413 to one that is larger, of which it keeps no more. */
    static void read(RoutingContext context, int mostBytes, String tooLarge, Consumer<Buffer> then) {
        HttpServerRequest request = context.request();
        Buffer body = Buffer.buffer();
        request.handler(chunk -> {
            if (body.length() <= mostBytes) {
                body.appendBuffer(chunk);
                if (body.length() > mostBytes) {
                    new DoorProblem(413, "Content Too Large", tooLarge).answer(context);
                }
            }
        });
        request.endHandler(_ -> {
            if (body.length() <= mostBytes) {
                then.accept(body);
            }
        });
        request.resume();
    }
}
