package dev.mausbot.home.engine;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.box.LaunchPlan.PlannedFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A turn's MCP servers as Claude Code reads them: a file, since the addresses and the programs' settings are private. */
final class ClaudeServers {
    private static final String NAME = "mcp.json";

    /** Where Claude Code finds the list. */
    static final String PATH = LaunchPlan.FILES.resolve(NAME).toString();

    private ClaudeServers() {}

    /** What a tool of ours is called for the engine. */
    static String tool(String name) {
        return "mcp__" + McpServer.OURS + "__" + name;
    }

    /**
     * The list, if there is anything in it.
     *
     * @param ask the command of the helper that asks the owner, if there is to be one
     */
    static List<PlannedFile> files(List<McpServer> servers, Optional<List<String>> ask) {
        if (servers.isEmpty() && ask.isEmpty()) {
            return List.of();
        }
        ObjectNode config = JsonNodeFactory.instance.objectNode();
        ObjectNode list = config.putObject("mcpServers");
        for (McpServer server : servers) {
            ObjectNode entry = list.putObject(server.name());
            switch (server) {
                case McpServer.Remote remote -> entry.put("type", "http").put("url", remote.address());
                case McpServer.Local local -> local(entry, local);
            }
        }
        // Claude Code starts it with the variables of its own environment, which name the socket.
        ask.ifPresent(command ->
                local(list.putObject(McpServer.OURS), new McpServer.Local(McpServer.OURS, command, Map.of())));
        return List.of(new PlannedFile(NAME, config.toString()));
    }

    private static void local(ObjectNode entry, McpServer.Local server) {
        entry.put("type", "stdio").put("command", server.command().getFirst());
        server.command().stream().skip(1).forEach(entry.putArray("args")::add);
        server.environment().forEach(entry.putObject("env")::put);
    }
}
