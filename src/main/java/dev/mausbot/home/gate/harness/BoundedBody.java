package dev.mausbot.home.gate.harness;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/** Reads a request's body, counting the whole of it and not each chunk. */
final class BoundedBody {
    private BoundedBody() {}

    /** A body that is larger than it may be. */
    static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLarge() {
            super("a body over the bound", null, false, false);
        }
    }

    /** The whole body; fails with {@link TooLarge}, after which nothing more of it is kept. */
    static Future<Buffer> read(HttpServerRequest request, int maxBytes) {
        Promise<Buffer> whole = Promise.promise();
        Buffer body = Buffer.buffer();
        request.exceptionHandler(whole::tryFail);
        request.handler(chunk -> {
            if (body.length() + chunk.length() <= maxBytes) {
                body.appendBuffer(chunk);
            } else {
                request.pause();
                whole.tryFail(new TooLarge());
            }
        });
        request.endHandler(end -> whole.tryComplete(body));
        return whole.future();
    }
}
