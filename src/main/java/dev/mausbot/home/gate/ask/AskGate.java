package dev.mausbot.home.gate.ask;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.Listening;
import java.nio.file.Path;

/**
 * The way out for questions to the owner: one socket for each box, so who asks is known by the socket. Lines of JSON
 * ({@code inside.Questions} is the other side), at most 64 KiB each and four connections at once. A line that is none of
 * those ends its connection; with a connection, and with a box, all its questions are withdrawn.
 */
public final class AskGate {
    private final Asks asks;
    private final Audit audit;

    public AskGate(Asks asks, Audit audit) {
        this.asks = asks;
        this.audit = audit;
    }

    /** One behind which nobody is. */
    public static AskGate toNobody() {
        return new AskGate(Asks.nobody(), event -> {});
    }

    /**
     * Opens the socket of one box.
     *
     * @param socket a path that does not exist yet, in a folder that only this user may enter
     * @throws IllegalStateException if something is at that path already
     * @throws java.io.UncheckedIOException if it cannot be opened there
     */
    public Listening open(Path socket, Caller caller) {
        return BoxAsks.open(socket, caller, asks, audit)::close;
    }
}
