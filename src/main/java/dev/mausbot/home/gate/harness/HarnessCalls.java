package dev.mausbot.home.gate.harness;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.gate.BoxConnections;
import dev.mausbot.home.gate.Caller;
import io.netty.handler.codec.TooLongFrameException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What is called through one box's socket, one request at a time per connection:
 *
 * <pre>
 * header --(Target, Capability, method)--> body --(bound)--> route --> answer --> next header
 *    \____________________________________/  refused by the gate
 * </pre>
 *
 * Confined to the socket's event loop but for {@link #hangUp()}; a route may complete wherever it likes.
 */
final class HarnessCalls {
    private static final System.Logger LOG = System.getLogger(HarnessCalls.class.getName());
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "DELETE");
    private static final String BEARER = "Bearer ";
    private static final int RECORDED_METHOD = 32;
    private static final int RECORDED_PATH = 256;

    private final Vertx vertx;
    private final InternalRoutes routes;
    private final Audit audit;
    private final HarnessLimits limits;
    private final Caller caller;
    private final Capability capability;
    private final BoxConnections connections;
    private int inProgress;

    HarnessCalls(
            Vertx vertx,
            InternalRoutes routes,
            Audit audit,
            HarnessLimits limits,
            Caller caller,
            Capability capability) {
        this.vertx = vertx;
        this.routes = routes;
        this.audit = audit;
        this.limits = limits;
        this.caller = caller;
        this.capability = capability;
        this.connections = new BoxConnections(vertx, limits.connections(), limits.patience());
    }

    void connected(HttpConnection connection) {
        connections.connected(connection);
    }

    /** What the HTTP parser could not read. */
    void malformed(HttpServerRequest request) {
        boolean tooLong = request.decoderResult().cause() instanceof TooLongFrameException;
        refuse(request, tooLong ? Refusal.HEADER_TOO_LARGE : Refusal.MALFORMED);
    }

    void requested(HttpServerRequest request) {
        Target target = Target.of(request.uri());
        Optional<Refusal> refusal = refusalOf(request, target);
        if (refusal.isPresent()) {
            refuse(request, refusal.get());
        } else if (target instanceof Target.Internal internal) {
            take(request, internal);
        }
    }

    private Optional<Refusal> refusalOf(HttpServerRequest request, Target target) {
        if (target instanceof Target.Refused refused) {
            return Optional.of(refused.refusal());
        }
        if (!holdsCapability(request)) {
            return Optional.of(Refusal.NO_CAPABILITY);
        }
        if (request.headers().contains("upgrade")) {
            return Optional.of(Refusal.UPGRADE);
        }
        if (!METHODS.contains(request.method().name())) {
            return Optional.of(Refusal.METHOD);
        }
        return inProgress < limits.requests() ? Optional.empty() : Optional.of(Refusal.TOO_MANY);
    }

    private boolean holdsCapability(HttpServerRequest request) {
        List<String> given = request.headers().getAll("authorization");
        return given.size() == 1
                && given.getFirst().regionMatches(true, 0, BEARER, 0, BEARER.length())
                && capability.isHeldBy(given.getFirst().substring(BEARER.length()));
    }

    /** Counts the request until its route is done with it, also if the box has gone away meanwhile. */
    private void take(HttpServerRequest request, Target.Internal target) {
        inProgress++;
        connections.expect(request.connection(), () -> refuse(request, Refusal.TOO_SLOW));
        if ("100-continue".equalsIgnoreCase(request.getHeader("expect"))) {
            request.response().writeContinue();
        }
        Context context = vertx.getOrCreateContext();
        BoundedBody.read(request, limits.bodyBytes())
                .onFailure(failed -> bodyFailed(request, failed))
                .compose(body -> dispatch(request, target, body, context))
                .onComplete(done -> inProgress--);
    }

    private void bodyFailed(HttpServerRequest request, Throwable failed) {
        if (failed instanceof BoundedBody.TooLarge) {
            refuse(request, Refusal.TOO_LARGE);
        } else {
            BoxConnections.hangUp(request.connection());
        }
    }

    private Future<InternalAnswer> dispatch(
            HttpServerRequest request, Target.Internal target, Buffer body, Context context) {
        if (request.response().ended()) {
            return Future.failedFuture("refused while its body came");
        }
        connections.expectNothing(request.connection());
        InternalRequest internal = new InternalRequest(
                caller, request.method().name(), target.path(), target.query(), headers(request), body.getBytes());
        return Future.fromCompletionStage(answerOf(internal), context)
                .onFailure(bug -> LOG.log(System.Logger.Level.ERROR, "internal route failed: " + target.path(), bug))
                .otherwise(failed -> InternalAnswer.json(500, "{\"status\":500}"))
                .onSuccess(answer -> answer(request, answer));
    }

    private void answer(HttpServerRequest request, InternalAnswer answer) {
        HttpServerResponse response = request.response();
        if (!response.ended() && !response.closed()) {
            answer.headers().forEach(response::putHeader);
            response.setStatusCode(answer.status()).putHeader("content-type", answer.contentType());
            end(request, Buffer.buffer(answer.body()), true);
        }
    }

    /** All but the capability, which is the gate's own affair. */
    private static Map<String, String> headers(HttpServerRequest request) {
        Map<String, String> headers = new TreeMap<>();
        request.headers()
                .forEach((name, value) ->
                        headers.merge(name.toLowerCase(Locale.ROOT), value, (one, more) -> one + ", " + more));
        headers.remove("authorization");
        return headers;
    }

    private CompletionStage<InternalAnswer> answerOf(InternalRequest request) {
        try {
            return routes.answer(request).thenApply(Objects::requireNonNull);
        } catch (RuntimeException bug) {
            return CompletableFuture.failedStage(bug);
        }
    }

    private void refuse(HttpServerRequest request, Refusal refusal) {
        HttpServerResponse response = request.response();
        if (response.ended() || response.closed()) {
            return;
        }
        audit.record(new AuditEvent.HarnessRefused(
                caller.box(),
                caller.bot(),
                cut(request.method().name(), RECORDED_METHOD),
                cut(request.uri(), RECORDED_PATH),
                refusal.label()));
        response.setStatusCode(refusal.status())
                .putHeader("x-omb-gate", "harness")
                .putHeader("content-type", "text/plain; charset=utf-8");
        switch (refusal) {
            case NO_CAPABILITY -> response.putHeader("www-authenticate", "Bearer");
            case METHOD -> response.putHeader("allow", "GET, POST, PUT, DELETE");
            case TOO_MANY -> response.putHeader("retry-after", "1");
            default -> {}
        }
        // The body of a refused request is not waited for, so its connection cannot be used again.
        boolean wholeRead = !hasBody(request) && request.decoderResult().isSuccess();
        end(request, Buffer.buffer("harness gate: " + refusal.sentence() + "\n"), wholeRead);
    }

    /**
     * Sends the answer. The box must take it and send its next header in time. The deadline is set before the answer ends,
     * because a pipelined request begins at that end, with a deadline of its own.
     */
    private void end(HttpServerRequest request, Buffer body, boolean keepOpen) {
        HttpConnection connection = request.connection();
        connections.expect(connection, () -> BoxConnections.hangUp(connection));
        if (!keepOpen) {
            request.response().putHeader("connection", "close");
        }
        request.response().end(body).onComplete(sent -> {
            if (!keepOpen || sent.failed()) {
                BoxConnections.hangUp(connection);
            }
        });
    }

    /** Ends every connection; from any thread. */
    void hangUp() {
        connections.hangUp();
    }

    private static boolean hasBody(HttpServerRequest request) {
        return request.headers().contains("transfer-encoding")
                || request.headers().getAll("content-length").stream().anyMatch(length -> !length.equals("0"));
    }

    private static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max) + "…";
    }
}
