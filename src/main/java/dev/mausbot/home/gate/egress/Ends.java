package dev.mausbot.home.gate.egress;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DuplexChannel;

/**
 * Writing to a connection and ending it. The futures of Netty are let go here and nowhere else: a write that fails closes
 * its channel, and everyone concerned hears of that by the channel's own events.
 */
final class Ends {
    private Ends() {}

    static void write(Channel channel, ByteBuf bytes) {
        var _ = channel.writeAndFlush(bytes);
    }

    /** Writes without sending yet; a flush must follow. */
    static void enqueue(Channel channel, ByteBuf bytes) {
        var _ = channel.write(bytes);
    }

    /** Ends both sides at once, whatever waits to be written. */
    static void close(Channel channel) {
        var _ = channel.close();
    }

    /** Ends this side of it. Netty's own shutdown drops what waits to be written, so it runs behind an empty write. */
    static void finishWriting(Channel channel) {
        var _ = channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
            var _ = ((DuplexChannel) channel).shutdownOutput();
        });
    }

    /** Ends both sides of it behind what waits to be written. */
    static void closeAfterWriting(Channel channel) {
        var _ = channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** Whether the peer has ended its side. */
    static boolean hasEnded(Channel channel) {
        return ((DuplexChannel) channel).isInputShutdown();
    }
}
