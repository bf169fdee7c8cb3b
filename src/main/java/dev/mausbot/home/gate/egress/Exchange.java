package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.Reason;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One plain request and its response, on their way between a connection of the box and one to the origin. Bodies stream
 * both ways at the pace of whoever takes them.
 */
final class Exchange {
    private final ClientConnection client;
    private final Upstream upstream;
    private final Request request;
    private final Body requestBody;
    /** Null until the final response's header is there; then its body, as it goes to the box. */
    private @Nullable Body responseBody;

    private boolean responseSeen;
    private boolean clientStays;
    private boolean upstreamStays;
    private boolean over;

    Exchange(ClientConnection client, Upstream upstream, Request request) {
        this.client = client;
        this.upstream = upstream;
        this.request = request;
        this.requestBody = Body.of(request.framing(), /* writeChunks= */ true);
    }

    /** Sends the request's head, and of its body what is there. */
    void start() {
        upstream.begin(this);
        send(request.outgoingHead());
    }

    /** More of the request's body is there. */
    void requestArrived() {
        if (!requestBody.isFinished() && upstream.channel().isWritable()) {
            send("");
        }
    }

    /** The origin takes more of the request. */
    void originTakesMore() {
        client.advance();
    }

    private void send(String head) {
        ByteBuf out =
                upstream.channel().alloc().buffer(head.length() + client.inbox().size());
        writeHead(out, head);
        try {
            requestBody.move(client.inbox(), out);
        } catch (MalformedMessage broken) {
            out.release();
            fail(Reason.BAD_REQUEST);
            return;
        }
        upstream.write(out);
    }

    /** Whether the connection of the box should be read: for the body while the origin takes it, else to see it close. */
    boolean wantsRequest(int inboxLimit) {
        return requestBody.isFinished()
                ? client.inbox().size() < inboxLimit
                : upstream.channel().isWritable();
    }

    /** The box has ended its side: fine if the request was complete. */
    void requestEnded() {
        if (!over && !requestBody.isFinished()) {
            over(/* keepClient= */ false, /* keepUpstream= */ false);
        }
    }

    /** More of the response is there. */
    void responseArrived() {
        responseSeen = true;
        ByteBuf out = client.channel().alloc().buffer(upstream.inbox().size() + 64);
        try {
            boolean switched = moveHeads(out);
            if (responseBody != null) {
                responseBody.move(upstream.inbox(), out);
            }
            client.write(out, upstream.passage());
            if (switched) {
                over = true;
                client.becomeTunnel(upstream);
            }
        } catch (MalformedMessage broken) {
            out.release();
            fail(Reason.BAD_RESPONSE);
            return;
        }
        if (responseBody != null && responseBody.isFinished()) {
            over(clientStays, upstreamStays && requestBody.isFinished());
        } else if (!client.channel().isWritable()) {
            upstream.channel().config().setAutoRead(false);
        }
    }

    /** Passes on the heads that are there, interim ones and then the final one. True if the origin switched protocols. */
    private boolean moveHeads(ByteBuf out) throws MalformedMessage {
        while (responseBody == null) {
            String header = upstream.inbox().takeHeader();
            int length = header == null ? upstream.inbox().size() : header.length();
            if (length > client.headerLimit()) {
                throw new MalformedMessage("the response header is too large");
            }
            if (header == null) {
                return false;
            }
            ResponseHead head = ResponseHead.parse(header);
            if (head.status() == ResponseHead.SWITCHING_PROTOCOLS) {
                if (!request.head().isWebSocket() || !requestBody.isFinished()) {
                    throw new MalformedMessage("a switch of protocols that was not asked for");
                }
                writeHead(out, Forwarding.response(head, /* chunked= */ false, /* close= */ false));
                return true;
            }
            if (!head.isInterim()) {
                begin(head, out);
            } else if (request.head().http11()) {
                writeHead(out, Forwarding.response(head, /* chunked= */ false, /* close= */ false));
            }
        }
        return false;
    }

    private void begin(ResponseHead head, ByteBuf out) throws MalformedMessage {
        Framing framing = Framing.ofResponse(head, request.head().isHead());
        boolean chunked = framing instanceof Framing.Chunked && request.head().http11();
        boolean endsByClosing =
                framing instanceof Framing.UntilClose || (framing instanceof Framing.Chunked && !chunked);
        clientStays = request.head().keepsAlive() && !endsByClosing && requestBody.isFinished();
        upstreamStays = head.keepsAlive() && !(framing instanceof Framing.UntilClose);
        writeHead(out, Forwarding.response(head, chunked, !clientStays));
        responseBody = Body.of(framing, chunked);
    }

    private static void writeHead(ByteBuf out, String head) {
        out.writeCharSequence(head, StandardCharsets.ISO_8859_1);
    }

    /** The box takes more of the response. */
    void clientTakesMore() {
        upstream.channel().config().setAutoRead(true);
    }

    /** The origin has ended its side. */
    void responseEnded() {
        if (over) {
            return;
        }
        if (responseBody == null) {
            fail(Reason.NO_RESPONSE);
            return;
        }
        try {
            responseBody.ended();
        } catch (MalformedMessage cutShort) {
            fail(Reason.BAD_RESPONSE);
            return;
        }
        over(/* keepClient= */ false, /* keepUpstream= */ false);
    }

    /**
     * Ends it for a reason of the gate's own: with an answer while none has begun, else by cutting the connection, so that
     * a response that is cut short never looks complete.
     */
    void fail(Reason reason) {
        if (over) {
            return;
        }
        over = true;
        upstream.close();
        if (responseBody != null) {
            client.cut();
        } else if (reason == Reason.NO_RESPONSE && upstream.isReused() && !responseSeen && request.isRepeatable()) {
            client.repeat(request);
        } else {
            client.refuse(reason, request, /* bodyLeft= */ !requestBody.isFinished());
        }
    }

    private void over(boolean keepClient, boolean keepUpstream) {
        over = true;
        if (keepUpstream) {
            upstream.finish();
        } else {
            upstream.close();
        }
        client.exchangeOver(keepClient);
    }
}
