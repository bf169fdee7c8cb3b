package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.engine.McpServer;
import dev.mausbot.home.launch.McpUpstream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A stored MCP server with its secrets opened, or with the reason why they do not open. */
sealed interface StoredServer {
    /** The query of an address is sealed under this name, which is no header's. */
    String QUERY = "?";

    /** Reached through the broker. */
    record Remote(McpUpstream upstream) implements StoredServer {
        static Remote of(String name, String base, Map<String, String> secrets) {
            Map<String, Secret> headers = new HashMap<>();
            secrets.forEach((header, value) -> headers.put(header, new Secret(value)));
            Secret query = headers.remove(QUERY);
            URI address = URI.create(query == null ? base : base + "?" + query.reveal());
            return new Remote(new McpUpstream(name, address, headers));
        }
    }

    /** Run in the box. */
    record Local(McpServer.Local server) implements StoredServer {
        static Local of(String name, List<String> command, Map<String, String> environment) {
            return new Local(new McpServer.Local(name, command, environment));
        }

        @Override
        public String toString() {
            return "Local[" + server.name() + "]";
        }
    }

    /** It cannot be used. */
    record Closed(String reason) implements StoredServer {}
}
