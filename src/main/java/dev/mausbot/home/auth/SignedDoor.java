package dev.mausbot.home.auth;

import dev.mausbot.home.auth.signed.Refusal;
import dev.mausbot.home.auth.signed.SignedHeaders;
import dev.mausbot.home.auth.signed.SignedRequests;
import dev.mausbot.home.auth.signed.SignedRequests.Verdict;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
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
        SmallBody.read(
                context,
                SignedRequests.MOST_BODY_BYTES,
                "A signed request's body has at most " + SignedRequests.MOST_BODY_BYTES + " bytes.",
                body -> judge(context, requests.verify(incoming(request), body.getBytes()), body));
    }

    private SignedRequests.Incoming incoming(HttpServerRequest request) {
        return new SignedRequests.Incoming(
                access.sources().of(request), request.method().name(), request.uri(), request.headers()::getAll);
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
        DoorProblem.coded(why.status(), why.code(), why.sentence())
                .after(retryAfter)
                .answer(context);
    }
}
