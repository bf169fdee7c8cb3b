package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.JsonLines.text;
import static dev.mausbot.home.engine.JsonRpc.object;
import static dev.mausbot.home.engine.JsonRpc.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What the client says in the Agent Client Protocol: JSON-RPC 2.0, one message a line, its line end included. */
final class AcpMessages {
    /** Protocol version 1, the only one there is. */
    static final int VERSION = 1;

    static final int INITIALIZE = 1;
    static final int SESSION = 2;
    static final int MODEL = 3;
    static final int PROMPT = 4;

    private static final int AUTHENTICATION_REQUIRED = -32000;

    private AcpMessages() {}

    /** The agent gets no files and no terminal from the client: it has its own, in the box. */
    static String initialize() {
        ObjectNode params = object().put("protocolVersion", VERSION);
        ObjectNode capabilities = params.putObject("clientCapabilities");
        capabilities.putObject("fs").put("readTextFile", false).put("writeTextFile", false);
        capabilities.put("terminal", false);
        params.putObject("clientInfo").put("name", "cloud-home").put("version", "1");
        return request(INITIALIZE, "initialize", params);
    }

    static String newSession(Path folder, List<McpServer> servers) {
        return request(SESSION, "session/new", session(folder, servers));
    }

    static String loadSession(String session, Path folder, List<McpServer> servers) {
        return request(SESSION, "session/load", session(folder, servers).put("sessionId", session));
    }

    static String setModel(String session, String model) {
        return request(
                MODEL, "session/set_model", object().put("sessionId", session).put("modelId", model));
    }

    static String setOption(String session, String option, String value) {
        return request(
                MODEL,
                "session/set_config_option",
                object().put("sessionId", session).put("configId", option).put("value", value));
    }

    static String prompt(String session, String text) {
        ObjectNode params = object().put("sessionId", session);
        params.putArray("prompt").addObject().put("type", "text").put("text", text);
        return request(PROMPT, "session/prompt", params);
    }

    static String cancel(String session) {
        return JsonRpc.notification("session/cancel", object().put("sessionId", session));
    }

    /** The answer to a question for permission: this option, or none of them. */
    private static String permission(JsonNode id, Optional<String> option) {
        ObjectNode outcome = object();
        option.ifPresentOrElse(
                chosen -> outcome.put("outcome", "selected").put("optionId", chosen),
                () -> outcome.put("outcome", "cancelled"));
        return JsonRpc.result(id, object().set("outcome", outcome));
    }

    /** The answers to a question for permission: an option that allows, one that rejects, none. */
    static PermissionRequest.Replies permissions(JsonNode id, JsonNode options) {
        String rejected = permission(id, AcpUpdates.option(options, "reject"));
        return new PermissionRequest.Replies(
                permission(id, AcpUpdates.option(options, "allow")),
                // The protocol has no place for the owner's words.
                words -> rejected,
                permission(id, Optional.empty()));
    }

    private static ObjectNode session(Path folder, List<McpServer> servers) {
        ObjectNode params = object().put("cwd", folder.toString());
        ArrayNode list = params.putArray("mcpServers");
        for (McpServer server : servers) {
            ObjectNode entry = list.addObject();
            switch (server) {
                case McpServer.Remote remote ->
                    entry.put("type", "http")
                            .put("name", remote.name())
                            .put("url", remote.address())
                            .putArray("headers");
                case McpServer.Local local -> {
                    entry.put("name", local.name())
                            .put("command", local.command().getFirst());
                    local.command().stream().skip(1).forEach(entry.putArray("args")::add);
                    ArrayNode variables = entry.putArray("env");
                    local.environment()
                            .forEach((name, value) ->
                                    variables.addObject().put("name", name).put("value", value));
                }
            }
        }
        return params;
    }

    /** What an agent says that went wrong, for a person. */
    static String words(JsonNode error) {
        String message = text(error, "message");
        String details = text(error.path("data"), "details");
        String said = details.isBlank() ? message : message + " (" + details + ")";
        return error.path("code").asInt(0) == AUTHENTICATION_REQUIRED
                ? "it wants a sign-in (" + said + "): log in with its own program, or set its key"
                : said;
    }
}
