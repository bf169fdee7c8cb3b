package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.Reason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a box to the gate. It reads one request header at a time and takes the next only when the last request
 * is over, so what a box sends ahead is decided in its turn. Confined to the box's event loop.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter implements Timed {
    private static final Duration LINGER = Duration.ofSeconds(2);

    /** What the connection waits for. */
    private enum Phase {
        /** A request header, or the rest of one. */
        HEADER,
        /** The decision and the connection out. */
        OPENING,
        /** A response. */
        EXCHANGE,
        /** The box's own end, all answers being written: closing earlier could take the answer with it. */
        LINGERING
    }

    private final BoxEgress egress;
    private final Channel channel;
    private final Inbox inbox = new Inbox();
    private final Dispatch dispatch;
    private Phase phase = Phase.HEADER;
    private long deadline;
    private boolean headerBegun;
    private @Nullable Exchange exchange;

    ClientConnection(BoxEgress egress, Channel channel) {
        this.egress = egress;
        this.channel = channel;
        this.dispatch = new Dispatch(this, egress);
        setDeadline(egress.limits().header());
        egress.timed().add(this);
    }

    Channel channel() {
        return channel;
    }

    Inbox inbox() {
        return inbox;
    }

    int headerLimit() {
        return egress.limits().headerBytes();
    }

    // What the box does.

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        inbox.append((ByteBuf) message);
        advance();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (exchange != null && channel.isWritable()) {
            exchange.clientTakesMore();
        }
        advance();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event != ChannelInputShutdownEvent.INSTANCE) {
            return;
        }
        switch (phase) {
            case HEADER, LINGERING -> Ends.close(channel);
            case OPENING -> {
                // A tunnel passes the end on; a request that is complete still gets its response.
            }
            case EXCHANGE -> runningExchange().requestEnded();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        egress.timed().remove(this);
        dispatch.closeUpstream();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable broken) {
        Ends.close(context.channel());
    }

    /** Does what can be done with what is there. A loop and no recursion: a box may send thousands of requests ahead. */
    void advance() {
        switch (phase) {
            case HEADER -> {
                while (phase == Phase.HEADER && channel.isWritable() && takeRequest()) {
                    headerBegun = false;
                }
            }
            case EXCHANGE -> {
                setDeadline(egress.limits().idle());
                runningExchange().requestArrived();
            }
            case LINGERING -> inbox.clear();
            case OPENING -> {}
        }
        channel.config().setAutoRead(wantsInput());
    }

    private boolean wantsInput() {
        return switch (phase) {
            case HEADER -> channel.isWritable();
            case OPENING -> inbox.size() < headerLimit();
            case EXCHANGE -> runningExchange().wantsRequest(headerLimit());
            case LINGERING -> true;
        };
    }

    // Requests.

    /** Takes the next request if its header is complete; false if there is nothing more to take. */
    private boolean takeRequest() {
        try {
            Request request = Request.take(inbox, headerLimit());
            if (request != null) {
                beginOpening();
                dispatch.send(request);
                return true;
            }
        } catch (Refusal refused) {
            refuseAndClose(refused.reason());
            return false;
        }
        if (!headerBegun && !inbox.isEmpty()) {
            headerBegun = true;
            setDeadline(egress.limits().header());
        }
        return false;
    }

    /** Lookup and connection have limits of their own; this one is behind them, should one ever not report back. */
    private void beginOpening() {
        phase = Phase.OPENING;
        setDeadline(egress.limits().lookup().plus(egress.limits().connect()).plus(LINGER));
    }

    // What the dispatch and an exchange ask of their connection.

    /** A request goes out. */
    void start(Exchange next) {
        exchange = next;
        phase = Phase.EXCHANGE;
        setDeadline(egress.limits().idle());
        next.start();
    }

    /** Passes a part of the response on. */
    void write(ByteBuf bytes, Passage passage) {
        setDeadline(egress.limits().idle());
        passage.sentDown(bytes.readableBytes());
        Ends.write(channel, bytes);
    }

    void exchangeOver(boolean keep) {
        exchange = null;
        if (keep && !Ends.hasEnded(channel)) {
            awaitNextRequest();
        } else {
            linger();
        }
    }

    /** Refuses a tunnel. The connection ends, because a box may have sent what belongs into the tunnel. */
    void refuse(Reason reason, Destination tunnel) {
        egress.recordRefusal(Optional.of(tunnel), reason);
        answer(reason, Optional.of(tunnel), /* toHead= */ false, /* close= */ true);
    }

    /** Answers in the origin's place. The connection stays usable unless a body is under way that nobody will read. */
    void refuse(Reason reason, Request request, boolean bodyLeft) {
        exchange = null;
        Optional<Destination> destination = Optional.of(request.target().destination());
        boolean close = bodyLeft || !request.head().keepsAlive() || Ends.hasEnded(channel);
        egress.recordRefusal(destination, reason);
        answer(reason, destination, request.head().isHead(), close);
    }

    /** Sends a request once more, over a new connection. */
    void repeat(Request request) {
        exchange = null;
        beginOpening();
        dispatch.send(request.asRepeated());
    }

    /** Ends it at once, where an answer has begun that cannot be finished. */
    void cut() {
        Ends.close(channel);
    }

    /** Joins the connection with one to an origin that has switched protocols. */
    void becomeTunnel(Upstream over) {
        dispatch.release();
        becomeTunnel(over.channel(), over.inbox(), over.passage());
    }

    /** Tells the box that its tunnel stands, and joins it. */
    void becomeTunnel(Channel origin, Passage passage) {
        writeText("HTTP/1.1 200 Connection established\r\n\r\n");
        becomeTunnel(origin, new Inbox(), passage);
    }

    private void becomeTunnel(Channel origin, Inbox fromOrigin, Passage passage) {
        exchange = null;
        egress.timed().remove(this);
        Tunnel.join(channel, inbox, origin, fromOrigin, passage, egress);
    }

    // Answers and ends.

    /** Refuses bytes that are no request; what follows them cannot be one either. */
    private void refuseAndClose(Reason reason) {
        egress.recordRefusal(Optional.empty(), reason);
        answer(reason, Optional.empty(), /* toHead= */ false, /* close= */ true);
    }

    private void answer(Reason reason, Optional<Destination> destination, boolean toHead, boolean close) {
        writeText(GateAnswer.of(reason, destination, toHead, close));
        if (close) {
            linger();
        } else {
            awaitNextRequest();
        }
    }

    private void writeText(String text) {
        ByteBuf bytes = channel.alloc().buffer(text.length());
        bytes.writeCharSequence(text, StandardCharsets.ISO_8859_1);
        Ends.write(channel, bytes);
    }

    private void awaitNextRequest() {
        phase = Phase.HEADER;
        headerBegun = false;
        setDeadline(egress.limits().keepAlive());
        if (!inbox.isEmpty() || !channel.config().isAutoRead()) {
            // Not from here: what called may be in the middle of the loop that takes requests.
            channel.eventLoop().execute(this::advance);
        }
    }

    private void linger() {
        phase = Phase.LINGERING;
        inbox.clear();
        dispatch.closeUpstream();
        setDeadline(LINGER);
        if (Ends.hasEnded(channel)) {
            Ends.closeAfterWriting(channel);
        } else {
            Ends.finishWriting(channel);
            channel.config().setAutoRead(true);
        }
    }

    private Exchange runningExchange() {
        if (exchange == null) {
            throw new IllegalStateException("a connection in phase " + phase + " has no exchange");
        }
        return exchange;
    }

    // Time.

    private void setDeadline(Duration fromNow) {
        deadline = System.nanoTime() + fromNow.toNanos();
    }

    @Override
    public void checkTime(long now) {
        if (now - deadline < 0) {
            return;
        }
        switch (phase) {
            case HEADER -> {
                if (headerBegun) {
                    refuseAndClose(Reason.HEADER_TIMEOUT);
                } else {
                    Ends.close(channel);
                }
            }
            case EXCHANGE -> runningExchange().fail(Reason.RESPONSE_TIMEOUT);
            case OPENING, LINGERING -> Ends.close(channel);
        }
    }
}
