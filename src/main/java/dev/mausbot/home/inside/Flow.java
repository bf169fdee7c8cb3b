package dev.mausbot.home.inside;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a {@link Link}: what is read from the source goes to the sink, and the end of the source becomes the
 * end of the sink's input, while the other direction goes on.
 *
 * <p>Bytes are read into the loop's one buffer. Only what the sink does not take at once is kept, in a buffer of this
 * flow's own, and until that is empty nothing more is read: so a flow holds at most {@link #CHUNK} bytes, and an idle
 * one none.
 */
final class Flow {
    /** The most that is moved at once. Twice as much brought no speed (docs/performance.md). */
    static final int CHUNK = 32 * 1024;

    private enum State {
        COPYING,
        /** The source has ended; what is kept is still to be written. */
        DRAINING,
        /** The sink takes no more. What the source still sends is thrown away, so that its peer can finish and read
         * the answer: closing a TCP socket with unread input resets it, and the answer in flight would be lost. */
        DISCARDING,
        DONE
    }

    private final SocketChannel source;
    private final SocketChannel sink;
    private State state = State.COPYING;
    private @Nullable ByteBuffer kept;

    Flow(SocketChannel source, SocketChannel sink) {
        this.source = source;
        this.sink = sink;
    }

    boolean done() {
        return state == State.DONE;
    }

    /** Whether the sink's peer has refused to take more before the source ended. */
    boolean discards() {
        return state == State.DISCARDING;
    }

    /** What this flow waits for on its source: {@code OP_READ} or 0. */
    int sourceInterest() {
        boolean reads = state == State.DISCARDING || (state == State.COPYING && !holds());
        return reads ? SelectionKey.OP_READ : 0;
    }

    /** What this flow waits for on its sink: {@code OP_WRITE} or 0. */
    int sinkInterest() {
        return holds() ? SelectionKey.OP_WRITE : 0;
    }

    /** The source can be read. One chunk only, so that no flow starves the others. */
    void readable(ByteBuffer buffer) throws IOException {
        buffer.clear();
        if (source.read(buffer) < 0) {
            sourceEnded();
            return;
        }
        if (state == State.COPYING) {
            buffer.flip();
            write(buffer);
            if (buffer.hasRemaining() && state == State.COPYING) {
                keep(buffer);
            }
        }
    }

    /** The sink can be written again. */
    void writable() throws IOException {
        if (kept == null || !holds()) {
            return;
        }
        write(kept);
        if (state == State.DRAINING && !kept.hasRemaining()) {
            finish();
        }
    }

    /** The source has ended: at once if nothing is kept, else when that is written. */
    void sourceEnded() throws IOException {
        if (state == State.COPYING && holds()) {
            state = State.DRAINING;
        } else if (state == State.COPYING) {
            finish();
        } else if (state == State.DISCARDING) {
            state = State.DONE;
        }
    }

    private void write(ByteBuffer bytes) {
        try {
            sink.write(bytes);
        } catch (IOException e) {
            // The sink's peer reads no more. That is its right, and what it has to say may still be on its way.
            bytes.position(bytes.limit());
            state = state == State.DRAINING ? State.DONE : State.DISCARDING;
        }
    }

    private void finish() throws IOException {
        state = State.DONE;
        sink.shutdownOutput();
    }

    private boolean holds() {
        return kept != null && kept.hasRemaining();
    }

    private void keep(ByteBuffer rest) {
        if (kept == null) {
            kept = ByteBuffer.allocate(CHUNK);
        }
        kept.clear();
        kept.put(rest);
        kept.flip();
    }
}
