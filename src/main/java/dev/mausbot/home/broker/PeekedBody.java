package dev.mausbot.home.broker;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/**
 * The beginning of a request's body.
 *
 * @param start what was read; sent on before the rest
 * @param whole whether that is all of it; if not, the request is paused
 */
record PeekedBody(Buffer start, boolean whole) {
    /** Of a body that nobody looked at. */
    static PeekedBody nothing() {
        return new PeekedBody(Buffer.buffer(), false);
    }

    /** Reads until the end, or until there are more than so many bytes. */
    static Future<PeekedBody> of(HttpServerRequest request, int mostBytes) {
        Promise<PeekedBody> peeked = Promise.promise();
        Buffer start = Buffer.buffer();
        request.exceptionHandler(peeked::tryFail);
        request.handler(chunk -> {
            start.appendBuffer(chunk);
            if (start.length() > mostBytes) {
                request.pause();
                peeked.tryComplete(new PeekedBody(start, false));
            }
        });
        request.endHandler(end -> peeked.tryComplete(new PeekedBody(start, true)));
        request.resume();
        return peeked.future();
    }
}
