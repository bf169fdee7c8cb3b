package dev.mausbot.home.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a turn asks of an engine.
 *
 * @param message what the owner wrote
 * @param conversation the conversation's id, a UUID as text
 * @param session the engine's own session to go on with; empty on a conversation's first turn
 * @param model the model that the bot is set to; empty for the engine's default
 * @param home HOME as the engine will see it
 * @param workFolder where the engine is started, the same path inside a box and outside
 * @param settings the server's own environment, and in it the keys that the owner stored, under the names by which engines
 *     know them: keys, base URLs and {@code PATH} are looked up here
 * @param mcpServers the MCP servers that the engine is to use
 * @param oversight how the owner takes part
 */
public record TurnRequest(
        String message,
        String conversation,
        Optional<String> session,
        Optional<String> model,
        Path home,
        Path workFolder,
        Map<String, String> settings,
        List<McpServer> mcpServers,
        Oversight oversight) {
    /** One in which the owner takes no part. */
    public TurnRequest(
            String message,
            String conversation,
            Optional<String> session,
            Optional<String> model,
            Path home,
            Path workFolder,
            Map<String, String> settings,
            List<McpServer> mcpServers) {
        this(message, conversation, session, model, home, workFolder, settings, mcpServers, Oversight.none());
    }

    public TurnRequest {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(conversation, "conversation");
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(home, "home");
        Objects.requireNonNull(workFolder, "workFolder");
        Objects.requireNonNull(oversight, "oversight");
        settings = Map.copyOf(settings);
        mcpServers = List.copyOf(mcpServers);
    }
}
