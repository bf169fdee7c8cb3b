package dev.mausbot.home.broker;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.gate.BoxConnections;
import io.netty.handler.codec.TooLongFrameException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is called through one box's broker socket:
 *
 * <pre>
 * header --(BrokerTarget)--> token --(BoxGrants)--> grant --(Grant.target)--> Exchange with the upstream
 *    \______________________________________________________/  refused by the broker
 * </pre>
 *
 * Confined to the socket's event loop but for {@link #hangUp()}.
 */
final class BrokerCalls {
    private static final int RECORDED_METHOD = 32;
    private static final int RECORDED_PATH = 256;
    private static final Pattern TOKENS = Pattern.compile(BrokerToken.PREFIX + "[A-Za-z0-9_-]*");

    private final BoxGrants grants;
    private final Audit audit;
    private final BrokerLimits limits;
    private final Upstreams upstreams;
    private final BoxConnections connections;

    BrokerCalls(BoxGrants grants, Audit audit, BrokerLimits limits, Upstreams upstreams, BoxConnections connections) {
        this.grants = grants;
        this.audit = audit;
        this.limits = limits;
        this.upstreams = upstreams;
        this.connections = connections;
    }

    /** What becomes of a request. */
    private sealed interface Decision {
        record Forward(Upstreams.Upstream upstream, String target) implements Decision {}

        record Refuse(BrokerRefusal refusal) implements Decision {}
    }

    void connected(HttpConnection connection) {
        connections.connected(connection);
    }

    /** What the HTTP parser could not read. */
    void malformed(HttpServerRequest request) {
        boolean tooLong = request.decoderResult().cause() instanceof TooLongFrameException;
        refuse(request, tooLong ? BrokerRefusal.HEADER_TOO_LARGE : BrokerRefusal.MALFORMED, "", "");
    }

    void requested(HttpServerRequest request) {
        switch (BrokerTarget.of(request.uri())) {
            case BrokerTarget.Refused(BrokerRefusal refusal) -> refuse(request, refusal, "", "");
            case BrokerTarget.Call call -> {
                switch (decide(request, call)) {
                    case Decision.Refuse(BrokerRefusal refusal) -> refuse(request, refusal, call.grant(), call.rest());
                    case Decision.Forward(Upstreams.Upstream upstream, String target) -> {
                        connections.expectNothing(request.connection());
                        new Exchange(this, upstreams, request, upstream, target).begin();
                    }
                }
            }
        }
    }

    private Decision decide(HttpServerRequest request, BrokerTarget.Call call) {
        Optional<String> token = call.token().or(() -> BrokerHeaders.token(request.headers()));
        BoxGrants.Claim claim =
                token.map(text -> grants.claim(text, call.grant())).orElseGet(BoxGrants.Claim.NoToken::new);
        return switch (claim) {
            case BoxGrants.Claim.NoToken _ -> new Decision.Refuse(BrokerRefusal.NO_TOKEN);
            case BoxGrants.Claim.NotGranted _ -> new Decision.Refuse(BrokerRefusal.NOT_GRANTED);
            case BoxGrants.Claim.Held(Grant grant) -> decide(request, call, grant);
        };
    }

    private Decision decide(HttpServerRequest request, BrokerTarget.Call call, Grant grant) {
        if (request.headers().contains("upgrade")) {
            return new Decision.Refuse(BrokerRefusal.UPGRADE);
        }
        Optional<String> target = grant.target(request.method().name(), call.rest(), call.query());
        if (target.isEmpty()) {
            return new Decision.Refuse(BrokerRefusal.NOT_OFFERED);
        }
        Optional<Upstreams.Upstream> upstream = upstreams.of(grant);
        if (upstream.isEmpty()) {
            return new Decision.Refuse(BrokerRefusal.CLOSED);
        }
        return upstream.get().begin(limits.requests())
                ? new Decision.Forward(upstream.get(), target.get())
                : new Decision.Refuse(BrokerRefusal.TOO_MANY);
    }

    /** What the HTTP parser let through and no upstream may be sent. */
    void unsendable(HttpServerRequest request, Grant grant) {
        String rest = BrokerTarget.of(request.uri()) instanceof BrokerTarget.Call call ? call.rest() : "";
        refuse(request, BrokerRefusal.MALFORMED, grant.id(), rest);
    }

    private void refuse(HttpServerRequest request, BrokerRefusal refusal, String grant, String rest) {
        audit.record(new AuditEvent.BrokerRefused(
                grants.caller().box(),
                grants.caller().bot(),
                grant,
                cut(request.method().name(), RECORDED_METHOD),
                cut(TOKENS.matcher(rest).replaceAll(BrokerToken.PREFIX + "***"), RECORDED_PATH),
                refusal.label()));
        switch (refusal) {
            case NO_TOKEN -> request.response().putHeader("www-authenticate", "Bearer");
            case TOO_MANY -> request.response().putHeader("retry-after", "1");
            default -> {}
        }
        answer(request, refusal.status(), "broker: " + refusal.sentence() + "\n");
    }

    /** The broker's own answer in words. */
    void answer(HttpServerRequest request, int status, String words) {
        answer(request, status, "text/plain; charset=utf-8", Buffer.buffer(words));
    }

    /** The broker's own answer. */
    void answer(HttpServerRequest request, int status, String contentType, Buffer body) {
        HttpServerResponse response = request.response();
        if (response.ended() || response.closed()) {
            return;
        }
        response.setStatusCode(status).putHeader(BrokerHeaders.GATE, "broker").putHeader("content-type", contentType);
        // The body of a refused request is not waited for, so its connection cannot be used again.
        boolean keepOpen = request.decoderResult().isSuccess() && (request.isEnded() || !hasBody(request));
        HttpConnection connection = request.connection();
        connections.expect(connection, () -> BoxConnections.hangUp(connection));
        if (!keepOpen) {
            response.putHeader("connection", "close");
        }
        request.resume();
        response.end(body).onComplete(sent -> {
            if (!keepOpen || sent.failed()) {
                BoxConnections.hangUp(connection);
            }
        });
    }

    /** An upstream's answer is on its way to the box whole: the next request is expected. */
    void expectNext(HttpServerRequest request) {
        HttpConnection connection = request.connection();
        connections.expect(connection, () -> BoxConnections.hangUp(connection));
    }

    static boolean hasBody(HttpServerRequest request) {
        return request.headers().contains("transfer-encoding")
                || request.headers().getAll("content-length").stream().anyMatch(length -> !length.equals("0"));
    }

    /** Ends every connection, to the box and to upstreams; from any thread. */
    void hangUp() {
        connections.hangUp();
        upstreams.close();
    }

    private static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max) + "…";
    }
}
