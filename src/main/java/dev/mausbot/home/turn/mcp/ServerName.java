package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.engine.McpServer;
import dev.mausbot.home.turn.BadField;
import java.util.regex.Pattern;

/** The names of MCP servers and connectors: they stand in addresses, tool names and configuration files. */
final class ServerName {
    private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9-]{0,31}");

    private ServerName() {}

    static void check(String name) {
        if (!FORM.matcher(name).matches()) {
            throw new BadField("name", "is not 1 to 32 of a-z, 0-9 and -, the first no -");
        }
        if (name.equals(McpServer.OURS)) {
            throw new BadField("name", "is this program's own name among the servers: choose another");
        }
    }
}
