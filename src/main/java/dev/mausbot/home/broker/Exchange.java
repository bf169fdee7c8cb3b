package dev.mausbot.home.broker;

import dev.mausbot.home.gate.BoxConnections;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Optional;

/**
 * One request that goes to an upstream, and its answer: bodies are streamed both ways as they come, and whichever side
 * goes away takes the other with it. Confined to the event loop of the box's socket.
 */
final class Exchange {
    private static final System.Logger LOG = System.getLogger(Exchange.class.getName());
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private final BrokerCalls calls;
    private final Upstreams upstreams;
    private final HttpServerRequest request;
    private final Upstreams.Upstream upstream;
    private final String target;
    private Optional<HttpClientRequest> outgoing = Optional.empty();
    private PeekedBody peeked = PeekedBody.nothing();
    private boolean over;

    Exchange(
            BrokerCalls calls,
            Upstreams upstreams,
            HttpServerRequest request,
            Upstreams.Upstream upstream,
            String target) {
        this.calls = calls;
        this.upstreams = upstreams;
        this.request = request;
        this.upstream = upstream;
        this.target = target;
    }

    private Grant grant() {
        return upstream.grant();
    }

    /** Starts it; the request has been counted and is uncounted at the end, whatever happens. */
    void begin() {
        request.pause();
        request.response().closeHandler(gone -> abandon());
        request.response().exceptionHandler(failed -> abandon());
        peek().onFailure(broken -> abandon()).onSuccess(start -> {
            peeked = start;
            if (!over) {
                connect();
            }
        });
    }

    /** An MCP server's request is looked into before it is sent, since its answer may have to be understood. */
    private Future<PeekedBody> peek() {
        return grant() instanceof Grant.OfMcpServer && BrokerCalls.hasBody(request)
                ? PeekedBody.of(request, McpRefusal.MOST_BYTES)
                : Future.succeededFuture(PeekedBody.nothing());
    }

    private void connect() {
        upstream.client()
                .request(upstreams.request(grant(), request.method().name(), target))
                .onSuccess(this::send)
                .onFailure(failed -> fail(UpstreamFailure.connecting(failed), failed));
    }

    private void send(HttpClientRequest sending) {
        if (over) {
            sending.reset();
            return;
        }
        outgoing = Optional.of(sending);
        try {
            BrokerHeaders.forUpstream(request.headers(), grant(), sending.headers());
        } catch (IllegalArgumentException controlCharacter) {
            // The box's parser lets some through that may not be sent on.
            abandon();
            calls.unsendable(request, grant());
            return;
        }
        sending.setChunked(request.headers().contains("transfer-encoding"));
        sending.response().onSuccess(this::answered).onFailure(failed -> fail(UpstreamFailure.waiting(failed), failed));
        sendBody(sending);
    }

    private void sendBody(HttpClientRequest sending) {
        if (!BrokerCalls.hasBody(request)) {
            request.resume();
            sending.end();
        } else if (peeked.whole()) {
            sending.end(peeked.start());
        } else {
            if (peeked.start().length() > 0) {
                sending.write(peeked.start());
            }
            // A body that breaks off must not look whole to the upstream.
            request.pipe().endOnFailure(false).to(sending).onFailure(broken -> brokenUpload(sending));
        }
    }

    /** An upstream may answer before it has read everything, and then it is the answer that counts. */
    private void brokenUpload(HttpClientRequest sending) {
        if (!request.response().headWritten()) {
            sending.reset();
        }
    }

    private void answered(HttpClientResponse response) {
        if (over) {
            return;
        }
        boolean refused =
                McpRefusal.isOne(response.statusCode(), response.headers().contains("www-authenticate"));
        if (refused && grant() instanceof Grant.OfMcpServer server) {
            refuseLikeATool(server);
        } else {
            handBack(response);
        }
    }

    private void refuseLikeATool(Grant.OfMcpServer server) {
        outgoing.ifPresent(HttpClientRequest::reset);
        finish();
        Optional<McpRefusal> result = peeked.whole()
                ? McpRefusal.of(
                        server.name(),
                        peeked.start(),
                        Optional.ofNullable(request.getHeader("accept")).orElse(""))
                : Optional.empty();
        result.ifPresentOrElse(
                refusal -> calls.answer(request, 200, refusal.contentType(), refusal.body()),
                () -> answer(UpstreamFailure.CREDENTIALS_REFUSED));
    }

    private void handBack(HttpClientResponse response) {
        HttpServerResponse out = request.response();
        out.setStatusCode(response.statusCode());
        BrokerHeaders.forBox(response.headers(), out.headers());
        boolean bodiless = response.statusCode() == NO_CONTENT || response.statusCode() == NOT_MODIFIED;
        if (!bodiless && !out.headers().contains("content-length")) {
            out.setChunked(true);
        }
        response.endHandler(end -> {});
        response.pipe().endOnSuccess(false).endOnFailure(false).to(out).onComplete(piped -> {
            if (piped.failed()) {
                // Only an end that is no HTTP tells the box that this is not all.
                abandon();
                BoxConnections.hangUp(request.connection());
            } else {
                endOf(out);
            }
        });
    }

    private void endOf(HttpServerResponse out) {
        finish();
        boolean wholeRead = request.isEnded() || !BrokerCalls.hasBody(request);
        calls.expectNext(request);
        out.end().onComplete(sent -> {
            if (!wholeRead) {
                outgoing.ifPresent(HttpClientRequest::reset);
                BoxConnections.hangUp(request.connection());
            }
        });
    }

    private void fail(UpstreamFailure failure, Throwable cause) {
        if (over) {
            return;
        }
        finish();
        // The cause may name the upstream's address, which is the server's to know and not the box's.
        LOG.log(System.Logger.Level.WARNING, "the broker got no answer for {0}: {1}", grant().id(), cause.toString());
        answer(failure);
    }

    private void answer(UpstreamFailure failure) {
        calls.answer(
                request,
                failure.status(),
                "broker: no answer from %s: %s\n".formatted(grant().id(), failure.sentence()));
    }

    /** The box has gone: nobody waits for an answer, and a model that still writes one costs money. */
    private void abandon() {
        if (!over) {
            finish();
            outgoing.ifPresent(HttpClientRequest::reset);
        }
    }

    private void finish() {
        if (!over) {
            over = true;
            upstream.end();
        }
    }
}
