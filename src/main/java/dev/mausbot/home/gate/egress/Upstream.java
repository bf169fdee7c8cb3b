package dev.mausbot.home.gate.egress;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * A connection to an origin for plain requests, one at a time. It belongs to the one connection of the box that it was
 * opened for, and serves only requests to the destination it was opened for.
 */
final class Upstream extends ChannelInboundHandlerAdapter {
    private final Channel channel;
    private final InetAddress address;
    private final Passage passage;
    private final Inbox inbox = new Inbox();
    /** The request it is busy with; null while it waits for the next. */
    private @Nullable Exchange exchange;

    private long requests;

    Upstream(Channel channel, InetAddress address, Passage passage) {
        this.channel = channel;
        this.address = address;
        this.passage = passage;
        channel.pipeline().removeLast();
        channel.pipeline().addLast(this);
        var _ = channel.closeFuture().addListener(closed -> passage.close());
    }

    Channel channel() {
        return channel;
    }

    /** The checked address it is connected to. */
    InetAddress address() {
        return address;
    }

    Passage passage() {
        return passage;
    }

    Inbox inbox() {
        return inbox;
    }

    boolean canServe(Destination destination) {
        return channel.isActive()
                && !Ends.hasEnded(channel)
                && passage.destination().equals(destination);
    }

    void begin(Exchange next) {
        exchange = next;
        requests++;
        channel.config().setAutoRead(true);
    }

    /** Whether it has served a request before the current one, so that the origin may have closed it meanwhile. */
    boolean isReused() {
        return requests > 1;
    }

    /** The request is over; whatever the origin says beyond its response, nobody asked for. */
    void finish() {
        exchange = null;
        if (!inbox.isEmpty()) {
            close();
        }
    }

    void close() {
        exchange = null;
        Ends.close(channel);
    }

    void write(ByteBuf bytes) {
        passage.sentUp(bytes.readableBytes());
        Ends.write(channel, bytes);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        inbox.append((ByteBuf) message);
        if (exchange == null) {
            close();
        } else {
            exchange.responseArrived();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event == ChannelInputShutdownEvent.INSTANCE) {
            ended();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        ended();
    }

    private void ended() {
        if (exchange == null) {
            close();
        } else {
            exchange.responseEnded();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (exchange != null && channel.isWritable()) {
            exchange.originTakesMore();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable broken) {
        // A reset; what it means for the request is decided when the channel becomes inactive.
        Ends.close(context.channel());
    }
}
