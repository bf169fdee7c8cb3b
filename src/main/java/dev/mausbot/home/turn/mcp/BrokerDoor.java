package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.launch.McpUpstream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Opens a way through the broker for a test, as a turn's box gets it: with a socket and a grant of its own. */
@FunctionalInterface
public interface BrokerDoor {
    /**
     * Opens a way to one server; empty where turns are not boxed and so have no broker.
     *
     * @throws IOException if it cannot be opened
     */
    Optional<Way> open(McpUpstream server) throws IOException;

    /**
     * A way that is open until it is closed.
     *
     * @param socket the broker's socket
     * @param target the server's address there: {@code /b/<token>/mcp-<name>}
     * @param revoke revokes the grant and removes the socket
     */
    record Way(Path socket, String target, Runnable revoke) implements AutoCloseable {
        @Override
        public void close() {
            revoke.run();
        }

        /** Without the token. */
        @Override
        public String toString() {
            return "Way[" + socket + "]";
        }
    }
}
