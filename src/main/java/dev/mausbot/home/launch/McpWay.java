package dev.mausbot.home.launch;

import dev.mausbot.home.boot.Closing;
import dev.mausbot.home.box.BoxPlace;
import dev.mausbot.home.broker.BoxGrants;
import dev.mausbot.home.gate.Listening;
import java.nio.file.Path;
import java.util.List;

/**
 * A way through the broker to one MCP server, as a box would have it: with a socket, a grant and a token of its own, all
 * gone when it is closed. It is what the owner's test of a server goes by.
 */
public final class McpWay implements AutoCloseable {
    private final Path socket;
    private final String target;
    private final BoxGrants grants;
    private final Listening listening;
    private final BoxPlace place;

    McpWay(Path socket, String target, BoxGrants grants, Listening listening, BoxPlace place) {
        this.socket = socket;
        this.target = target;
        this.grants = grants;
        this.listening = listening;
        this.place = place;
    }

    /** The broker's socket. */
    public Path socket() {
        return socket;
    }

    /** The server's address there; holds the token. */
    public String target() {
        return target;
    }

    @Override
    public void close() {
        Closing.inTurn(List.of(grants, listening, place))
                .ifPresent(left -> System.getLogger("launch")
                        .log(System.Logger.Level.WARNING, "a test has left something behind: " + place.id(), left));
    }
}
