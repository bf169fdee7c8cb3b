package dev.mausbot.home.turn;

import dev.mausbot.home.engine.McpServer;
import dev.mausbot.home.launch.McpUpstream;
import java.util.List;

/** The MCP servers that turns get. */
public interface TurnServers {
    /** Those that are enabled for a bot, as they are stored now. */
    Handed forBot(String bot);

    /**
     * A server did not connect when a turn's engine started: the conversation's next turn gets a new token for its servers, so
     * that nothing of this try is left.
     */
    void failed(String bot, String conversation, String server);

    /** What a turn is handed. */
    sealed interface Handed {
        /**
         * The list for the engine, and for the broker where each remote one of it really is.
         *
         * @param servers what the engine is told
         * @param upstreams what the box must not know
         */
        record Ready(List<McpServer> servers, List<McpUpstream> upstreams) implements Handed {
            public Ready {
                servers = List.copyOf(servers);
                upstreams = List.copyOf(upstreams);
            }
        }

        /** One of them cannot be used; a turn without it would not be the turn that was asked for. */
        record Refused(String reason) implements Handed {}
    }
}
