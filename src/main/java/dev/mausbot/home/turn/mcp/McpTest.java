package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.launch.McpUpstream;
import dev.mausbot.home.turn.mcp.McpTestResult.Connected;
import dev.mausbot.home.turn.mcp.McpTestResult.NoAnswer;
import dev.mausbot.home.turn.mcp.McpTestResult.OurFault;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Tests a server the way turns go: through the broker's own socket. Only if that fails is the server asked directly, to tell
 * whose fault it is; a server that bots cannot reach is never called connected.
 */
@Singleton
final class McpTest {
    /** For both ways together. The first gets most of it, so that there is time left to find out whose fault it is. */
    private static final Duration THROUGH_BROKER = Duration.ofSeconds(9);

    private static final Duration DIRECT = Duration.ofSeconds(5);
    private static final Logger LOG = Logger.getLogger(McpTest.class);

    private final BrokerDoor door;

    McpTest(BrokerDoor door) {
        this.door = door;
    }

    McpTestResult run(McpUpstream server) {
        Handshake.Outcome brokered;
        try {
            Optional<BrokerDoor.Way> opened = door.open(server);
            if (opened.isEmpty()) {
                return direct(server);
            }
            try (BrokerDoor.Way way = opened.get()) {
                brokered = Handshake.with(SocketCaller.to(way.socket(), way.target()), THROUGH_BROKER);
            }
        } catch (IOException | RuntimeException broken) {
            LOG.errorf(broken, "the broker could not be opened to test MCP server %s", server.name());
            brokered = new Handshake.Outcome.Failed("the broker could not be opened");
        }
        return switch (brokered) {
            case Handshake.Outcome.Answered it -> connected(it, /* throughBroker= */ true);
            case Handshake.Outcome.Failed(String reason) -> blame(server, reason);
        };
    }

    private static McpTestResult direct(McpUpstream server) {
        return switch (directly(server)) {
            case Handshake.Outcome.Answered it -> connected(it, /* throughBroker= */ false);
            case Handshake.Outcome.Failed(String reason) -> new NoAnswer(reason);
        };
    }

    private static McpTestResult blame(McpUpstream server, String throughBroker) {
        return switch (directly(server)) {
            case Handshake.Outcome.Answered _ -> {
                LOG.errorf(
                        "MCP server %s answers directly but not through the broker: %s", server.name(), throughBroker);
                yield new OurFault(
                        "Your bots can't reach this server. It answers this machine directly, but not through"
                                + " cloud home's broker (" + throughBroker
                                + "), so the fault is ours and not the server's.");
            }
            case Handshake.Outcome.Failed(String reason) -> new NoAnswer(reason);
        };
    }

    private static Handshake.Outcome directly(McpUpstream server) {
        try (DirectCaller caller = DirectCaller.to(server)) {
            return Handshake.with(caller, DIRECT);
        }
    }

    private static Connected connected(Handshake.Outcome.Answered it, boolean throughBroker) {
        return new Connected(it.server(), it.version(), it.tools(), it.more(), throughBroker);
    }
}
