package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.Reason;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What the gate itself says to a box on one connection. Each refusal is counted and recorded as it is written. */
final class Answers {
    private final BoxEgress egress;
    private final Channel channel;

    Answers(BoxEgress egress, Channel channel) {
        this.egress = egress;
        this.channel = channel;
    }

    /** To bytes that are no request. */
    void refuse(Reason reason) {
        refuse(reason, Optional.empty(), /* toHead= */ false, /* keep= */ false);
    }

    /** To a CONNECT. */
    void refuse(Reason reason, Destination tunnel) {
        refuse(reason, Optional.of(tunnel), /* toHead= */ false, /* keep= */ false);
    }

    /** To a plain request. */
    void refuse(Reason reason, Request request, boolean keep) {
        refuse(
                reason,
                Optional.of(request.target().destination()),
                request.head().isHead(),
                keep);
    }

    private void refuse(Reason reason, Optional<Destination> destination, boolean toHead, boolean keep) {
        egress.recordRefusal(destination, reason);
        write(GateAnswer.of(reason, destination, toHead, /* close= */ !keep));
    }

    void tunnelStands() {
        write("HTTP/1.1 200 Connection established\r\n\r\n");
    }

    /** Ends the connection behind what was said; if the box has not ended its side, only ours, and it may read on. */
    void finish() {
        if (Ends.hasEnded(channel)) {
            Ends.closeAfterWriting(channel);
        } else {
            Ends.finishWriting(channel);
            channel.config().setAutoRead(true);
        }
    }

    private void write(String text) {
        ByteBuf bytes = channel.alloc().buffer(text.length());
        bytes.writeCharSequence(text, StandardCharsets.ISO_8859_1);
        Ends.write(channel, bytes);
    }
}
