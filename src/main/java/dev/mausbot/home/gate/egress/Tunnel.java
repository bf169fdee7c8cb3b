package dev.mausbot.home.gate.egress;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.util.Set;

/**
 * Two connections joined: bytes are copied both ways without a look at them, each side reads only as fast as the other
 * takes, an end of input passes through on its own, and silence in both directions ends it.
 */
final class Tunnel implements Timed {
    private final Channel box;
    private final Channel origin;
    private final Passage passage;
    private final Set<Timed> timed;
    private final long idleNanos;
    private long lastByte = System.nanoTime();

    private Tunnel(Channel box, Channel origin, Passage passage, Set<Timed> timed, long idleNanos) {
        this.box = box;
        this.origin = origin;
        this.passage = passage;
        this.timed = timed;
        this.idleNanos = idleNanos;
    }

    /**
     * Joins them, in place of whatever handled their bytes; what was read before goes out first. The passage is closed
     * when both connections are.
     */
    static void join(Channel box, Inbox fromBox, Channel origin, Inbox fromOrigin, Passage passage, BoxEgress egress) {
        Tunnel tunnel = new Tunnel(
                box, origin, passage, egress.timed(), egress.limits().idle().toNanos());
        egress.timed().add(tunnel);
        tunnel.join(fromBox, fromOrigin);
    }

    private void join(Inbox fromBox, Inbox fromOrigin) {
        End boxEnd = new End(origin, /* up= */ true);
        End originEnd = new End(box, /* up= */ false);
        box.pipeline().removeLast();
        box.pipeline().addLast(boxEnd);
        origin.pipeline().removeLast();
        origin.pipeline().addLast(originEnd);
        var _ = box.closeFuture().addListener(closed -> oneClosed(origin));
        var _ = origin.closeFuture().addListener(closed -> oneClosed(box));
        boxEnd.passOn(fromBox);
        originEnd.passOn(fromOrigin);
        if (Ends.hasEnded(box)) {
            boxEnd.inputEnded();
        }
        box.config().setAutoRead(origin.isWritable());
        origin.config().setAutoRead(box.isWritable());
    }

    private void oneClosed(Channel other) {
        Ends.closeAfterWriting(other);
        if (!box.isOpen() && !origin.isOpen()) {
            timed.remove(this);
            passage.close();
        }
    }

    @Override
    public void checkTime(long now) {
        if (now - lastByte >= idleNanos) {
            Ends.close(box);
            Ends.close(origin);
        }
    }

    /** What arrives at one side, to be written to the other. */
    private final class End extends ChannelInboundHandlerAdapter {
        private final Channel other;
        private final boolean up;

        End(Channel other, boolean up) {
            this.other = other;
            this.up = up;
        }

        void passOn(Inbox inbox) {
            if (!inbox.isEmpty()) {
                ByteBuf bytes = other.alloc().buffer(inbox.size());
                inbox.moveTo(bytes, Long.MAX_VALUE);
                count(bytes);
                Ends.write(other, bytes);
            }
        }

        private void count(ByteBuf bytes) {
            lastByte = System.nanoTime();
            if (up) {
                passage.sentUp(bytes.readableBytes());
            } else {
                passage.sentDown(bytes.readableBytes());
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            count((ByteBuf) message);
            Ends.enqueue(other, (ByteBuf) message);
            if (!other.isWritable()) {
                context.channel().config().setAutoRead(false);
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            other.flush();
        }

        /** This side takes bytes again (or no longer): so the other may be read (or must wait). */
        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            lastByte = System.nanoTime();
            other.config().setAutoRead(context.channel().isWritable());
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event == ChannelInputShutdownEvent.INSTANCE) {
                inputEnded();
            }
        }

        void inputEnded() {
            if (Ends.hasEnded(other)) {
                Ends.closeAfterWriting(box);
                Ends.closeAfterWriting(origin);
            } else {
                Ends.finishWriting(other);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable broken) {
            Ends.close(context.channel());
        }
    }
}
