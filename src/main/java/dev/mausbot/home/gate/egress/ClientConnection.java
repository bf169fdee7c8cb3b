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
    private Phase phase = Phase.HEADER;
    private long deadline;
    private boolean headerBegun;
    private @Nullable Upstream upstream;
    private @Nullable Exchange exchange;

    ClientConnection(BoxEgress egress, Channel channel) {
        this.egress = egress;
        this.channel = channel;
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
        closeUpstream();
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
            String header = inbox.takeHeader();
            if ((header == null ? inbox.size() : header.length()) > headerLimit()) {
                refuseAndClose(Reason.HEADER_TOO_LARGE, Optional.empty());
            } else if (header != null) {
                begin(RequestHead.parse(header));
                return true;
            } else if (!headerBegun && !inbox.isEmpty()) {
                headerBegun = true;
                setDeadline(egress.limits().header());
            }
        } catch (MalformedMessage malformed) {
            refuseAndClose(Reason.BAD_REQUEST, Optional.empty());
        }
        return false;
    }

    private void begin(RequestHead head) throws MalformedMessage {
        try {
            RequestTarget target = RequestTarget.parse(head);
            PlainRequest request = PlainRequest.of(head, target);
            if (head.isConnect()) {
                openTunnel(target.destination());
            } else {
                send(request);
            }
        } catch (Refusal refused) {
            refuseAndClose(refused.reason(), Optional.empty());
        }
    }

    private void openTunnel(Destination destination) {
        phase = Phase.OPENING;
        closeUpstream();
        egress.open(destination, opening -> {
            switch (opening) {
                case BoxEgress.Opening.Through through -> {
                    if (stillHere(through)) {
                        writeText("HTTP/1.1 200 Connection established\r\n\r\n");
                        becomeTunnel(through.channel(), new Inbox(), through.passage());
                    }
                }
                case BoxEgress.Opening.Refused(Reason reason) -> {
                    egress.recordRefusal(Optional.of(destination), reason);
                    answer(reason, Optional.of(destination), /* toHead= */ false, /* close= */ true);
                }
            }
        });
    }

    /** Sends a request over the connection that is there if it leads to the same place, else over a new one. */
    private void send(PlainRequest request) {
        Destination destination = request.target().destination();
        phase = Phase.OPENING;
        Upstream kept = upstream;
        if (kept == null || !kept.canServe(destination)) {
            closeUpstream();
            egress.open(destination, opening -> opened(request, opening));
            return;
        }
        switch (egress.decideAgain(destination, kept.address())) {
            case Decision.Allowed allowed -> exchange(kept, request);
            case Decision.Refused(Reason reason) -> {
                closeUpstream();
                refuse(reason, request, bodyLeft(request));
            }
        }
    }

    private void opened(PlainRequest request, BoxEgress.Opening opening) {
        switch (opening) {
            case BoxEgress.Opening.Through through -> {
                if (stillHere(through)) {
                    Upstream fresh = new Upstream(through.channel(), through.address(), through.passage());
                    upstream = fresh;
                    exchange(fresh, request);
                    advance();
                }
            }
            case BoxEgress.Opening.Refused(Reason reason) -> refuse(reason, request, bodyLeft(request));
        }
    }

    private static boolean bodyLeft(PlainRequest request) {
        return !Body.of(request.framing(), /* writeChunks= */ true).isFinished();
    }

    /** The box may have gone while the connection out was made. */
    private boolean stillHere(BoxEgress.Opening.Through through) {
        if (channel.isActive()) {
            return true;
        }
        Ends.close(through.channel());
        through.passage().close();
        return false;
    }

    private void exchange(Upstream over, PlainRequest request) {
        Exchange next = new Exchange(this, over, request);
        exchange = next;
        phase = Phase.EXCHANGE;
        setDeadline(egress.limits().idle());
        next.start();
    }

    // What an exchange asks of its connection.

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

    /** Answers in the origin's place. The connection stays usable unless a body is under way that nobody will read. */
    void refuse(Reason reason, PlainRequest request, boolean bodyLeft) {
        exchange = null;
        Optional<Destination> destination = Optional.of(request.target().destination());
        boolean close = bodyLeft || !request.head().keepsAlive() || Ends.hasEnded(channel);
        egress.recordRefusal(destination, reason);
        answer(reason, destination, request.head().isHead(), close);
    }

    void repeat(PlainRequest request) {
        exchange = null;
        send(request.asRepeated());
    }

    void cut() {
        Ends.close(channel);
    }

    void becomeTunnel(Upstream over) {
        upstream = null;
        exchange = null;
        becomeTunnel(over.channel(), over.inbox(), over.passage());
    }

    private void becomeTunnel(Channel origin, Inbox fromOrigin, Passage passage) {
        egress.timed().remove(this);
        Tunnel.join(channel, inbox, origin, fromOrigin, passage, egress);
    }

    // Answers and ends.

    private void refuseAndClose(Reason reason, Optional<Destination> destination) {
        egress.recordRefusal(destination, reason);
        answer(reason, destination, /* toHead= */ false, /* close= */ true);
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
        closeUpstream();
        setDeadline(LINGER);
        if (Ends.hasEnded(channel)) {
            Ends.closeAfterWriting(channel);
        } else {
            Ends.finishWriting(channel);
            channel.config().setAutoRead(true);
        }
    }

    private void closeUpstream() {
        Upstream over = upstream;
        upstream = null;
        if (over != null) {
            over.close();
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
                    refuseAndClose(Reason.HEADER_TIMEOUT, Optional.empty());
                } else {
                    Ends.close(channel);
                }
            }
            case OPENING -> setDeadline(egress.limits().idle());
            case EXCHANGE -> runningExchange().fail(Reason.RESPONSE_TIMEOUT);
            case LINGERING -> Ends.close(channel);
        }
    }
}
