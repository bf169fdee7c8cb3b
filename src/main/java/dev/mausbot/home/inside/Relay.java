package dev.mausbot.home.inside;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one {@link Call} to the server waiting: when the server has taken it, the next one is dialled at once; when it
 * was lost otherwise, after a pause.
 */
final class Relay {
    private static final long PAUSE_NANOS = 1_000_000_000L;
    private static final long NANOS_OF_A_MILLI = 1_000_000L;

    private final UnixDomainSocketAddress socket;
    private final Selector selector;
    private final Complaints complaints;
    private @Nullable Call waiting;
    private long rested = System.nanoTime();

    Relay(UnixDomainSocketAddress socket, Selector selector, Complaints complaints) {
        this.socket = socket;
        this.selector = selector;
        this.complaints = complaints;
    }

    /**
     * Dials if no call waits and the pause is over.
     *
     * @return after how many milliseconds this is to be asked again, even if nothing happens; 0 for never
     */
    long dial() {
        if (waiting == null && System.nanoTime() - rested >= 0) {
            try {
                waiting = new Call(this, socket, selector);
            } catch (IOException e) {
                rest();
                complaints.say("cannot reach " + socket + ": " + e.getMessage());
            }
        }
        return waiting != null ? 0 : Math.max(1, (rested - System.nanoTime()) / NANOS_OF_A_MILLI + 1);
    }

    /**
     * Lets a call go on.
     *
     * @return whether it has become a {@link Link} by that
     */
    boolean move(Call call, SelectionKey key) {
        boolean lost = false;
        try {
            call.move(key);
        } catch (IOException e) {
            // The server ends what it has no use for; that needs no telling.
            lost = true;
        }
        if (call.equals(waiting) && (lost || call.state() != Call.State.WAITING)) {
            waiting = null;
            if (lost) {
                rest();
            }
        }
        if (lost || call.state() == Call.State.OVER) {
            close(call);
        }
        return !lost && call.state() == Call.State.LINKED;
    }

    private void rest() {
        rested = System.nanoTime() + PAUSE_NANOS;
    }

    private void close(Call call) {
        try {
            call.close();
        } catch (IOException e) {
            // close(2) gives the descriptor back in any case
            complaints.say("cannot close a connection: " + e.getMessage());
        }
    }
}
