package dev.mausbot.home.auth;

import dev.mausbot.home.auth.signed.Refusal;
import dev.mausbot.home.auth.signed.SignedHeaders;
import dev.mausbot.home.auth.signed.SignedRequests;
import dev.mausbot.home.auth.signed.SignedRequests.Verdict;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.impl.RoutingContextInternal;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The way in for signed requests. It reads the body, because the signature is about it, and hands it on to the route;
 * a route of {@link #ONLY} is reached in no other way.
 */
final class SignedDoor {
    /** Paths that are the Admin's alone: a session does not open them. */
    private static final Set<String> ONLY = Set.of("/api/cloud/health", "/api/cloud/pairing");

    /** Paths that a signature opens, too. */
    private static final Set<String> TOO = Set.of("/q/metrics");

    private final AdminAccess access;

    SignedDoor(AdminAccess access) {
        this.access = access;
    }

    /** Whether this request is to be judged by its signature; never on a machine of no fleet. */
    boolean isFor(RoutingContext context) {
        String path = context.request().path();
        return access.requests().isPresent()
                && path.equals(context.normalizedPath())
                && (ONLY.contains(path)
                        || (TOO.contains(path) && context.request().headers().contains(SignedHeaders.SIGNATURE)));
    }

    /** Hands the request on once all of it is there and its signature holds; else answers. */
    void meet(RoutingContext context) {
        SignedRequests requests = access.requests().orElseThrow();
        HttpServerRequest request = context.request();
        Buffer body = Buffer.buffer();
        request.handler(chunk -> {
            // Of a body that is too long no more is kept than shows it.
            if (body.length() <= SignedRequests.MOST_BODY_BYTES) {
                body.appendBuffer(chunk);
                if (body.length() > SignedRequests.MOST_BODY_BYTES) {
                    tooLong(context);
                }
            }
        });
        request.endHandler(_ -> {
            if (body.length() <= SignedRequests.MOST_BODY_BYTES) {
                judge(context, requests.verify(incoming(request), body.getBytes()), body);
            }
        });
        request.resume();
    }

    private SignedRequests.Incoming incoming(HttpServerRequest request) {
        String source = access.sources()
                .of(
                        request.headers().getAll(SourceAddress.HEADER),
                        request.remoteAddress().hostAddress());
        return new SignedRequests.Incoming(source, request.method().name(), request.uri(), request.headers()::getAll);
    }

    private static void judge(RoutingContext context, Verdict verdict, Buffer body) {
        switch (verdict) {
            case Verdict.Accepted(String nonce) -> {
                new AdminRequest(nonce).attach(context);
                ((RoutingContextInternal) context).setBody(body);
                context.next();
            }
            case Verdict.Refused(Refusal why, Optional<Duration> retryAfter) -> refuse(context, why, retryAfter);
        }
    }

    private static void refuse(RoutingContext context, Refusal why, Optional<Duration> retryAfter) {
        JsonObject members = new JsonObject().put("code", why.code());
        retryAfter.ifPresent(wait -> {
            // Rounded up: who comes back then is not a moment too early.
            long seconds = wait.plusMillis(999).toSeconds();
            members.put("retryAfterSeconds", seconds);
            context.response().putHeader("Retry-After", Long.toString(seconds));
        });
        String title = HttpResponseStatus.valueOf(why.status()).reasonPhrase();
        new DoorProblem(why.status(), title, why.sentence(), members).answer(context);
    }

    private static void tooLong(RoutingContext context) {
        new DoorProblem(
                        413,
                        "Content Too Large",
                        "A signed request's body has at most " + SignedRequests.MOST_BODY_BYTES + " bytes.")
                .answer(context);
    }
}
