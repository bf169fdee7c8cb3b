package dev.mausbot.home.gate.egress;

import java.util.function.Consumer;

/**
 * One way out that a box holds, from the moment it asks for a connection until that is closed: its slot, its byte counts,
 * and its one close line. Confined to the box's event loop.
 */
final class Passage {
    private final Destination destination;
    private final Consumer<Passage> onClose;
    private final long since = System.nanoTime();
    private boolean allowed;
    private boolean closed;
    private long bytesUp;
    private long bytesDown;

    Passage(Destination destination, Consumer<Passage> onClose) {
        this.destination = destination;
        this.onClose = onClose;
    }

    Destination destination() {
        return destination;
    }

    /** It has its decision line, so there will be a close line, also when nobody answers at the other end. */
    void allow() {
        allowed = true;
    }

    boolean wasAllowed() {
        return allowed;
    }

    void sentUp(int bytes) {
        bytesUp += bytes;
    }

    void sentDown(int bytes) {
        bytesDown += bytes;
    }

    long bytesUp() {
        return bytesUp;
    }

    long bytesDown() {
        return bytesDown;
    }

    long nanosSinceAsked() {
        return System.nanoTime() - since;
    }

    /** Gives the slot back; further calls do nothing. */
    void close() {
        if (!closed) {
            closed = true;
            onClose.accept(this);
        }
    }
}
