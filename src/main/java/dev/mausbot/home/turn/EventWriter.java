package dev.mausbot.home.turn;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mausbot.home.engine.TurnEvent;
import jakarta.inject.Singleton;

/**
 * Turns what an engine told into the type and the JSON that are stored and streamed. A text longer than
 * {@value #LONGEST_CHARS} characters is cut there and the event says so ({@code "cut":true}).
 */
@Singleton
final class EventWriter {
    static final int LONGEST_CHARS = 64 * 1024;

    private final ObjectMapper json;

    EventWriter(ObjectMapper json) {
        this.json = json;
    }

    StoredEvent engine(long id, TurnEvent event) {
        ObjectNode data = json.createObjectNode();
        String type = switch (event) {
            case TurnEvent.Text(String text) -> {
                put(data, "text", text);
                yield "text";
            }
            case TurnEvent.Thinking(String text) -> {
                put(data, "text", text);
                yield "thinking";
            }
            case TurnEvent.ToolCall(String call, String name, String input) -> {
                put(data, "id", call);
                put(data, "name", name);
                put(data, "input", input);
                yield "tool_call";
            }
            case TurnEvent.ToolResult(String call, boolean failed, String output) -> {
                put(data, "id", call);
                data.put("failed", failed);
                put(data, "output", output);
                yield "tool_result";
            }
            case TurnEvent.Output(TurnEvent.Stream stream, String text) -> {
                data.put("stream", stream == TurnEvent.Stream.OUT ? "out" : "err");
                put(data, "text", text);
                yield "output";
            }
            case TurnEvent.Session(String session) -> {
                put(data, "id", session);
                yield "session";
            }
            case TurnEvent.Status(String text) -> {
                put(data, "text", text);
                yield "status";
            }
            case TurnEvent.Usage(long in, long out) -> {
                data.put("inputTokens", in).put("outputTokens", out);
                yield "usage";
            }
            case TurnEvent.Junk(String line) -> {
                put(data, "line", line);
                yield "junk";
            }
            case TurnEvent.McpServerFailed(String server) -> {
                put(data, "server", server);
                data.put(
                        "text",
                        "This MCP server did not connect, so the bot works without its tools. It will connect again on"
                                + " the next message.");
                yield "mcp_server_failed";
            }
            case TurnEvent.Finished(boolean succeeded, String message) -> {
                data.put("succeeded", succeeded);
                put(data, "message", message);
                yield "result";
            }
        };
        return new StoredEvent(id, type, data.toString());
    }

    /** The first event of a turn that was started: whether a box is around it. */
    StoredEvent started(long id, boolean boxed) {
        ObjectNode data = json.createObjectNode().put("boxed", boxed);
        if (!boxed) {
            data.put(
                    "text",
                    "This turn runs WITHOUT a box: the engine and its commands can do on this machine what you can.");
        }
        return new StoredEvent(id, "started", data.toString());
    }

    StoredEvent note(long id, String text) {
        return new StoredEvent(
                id, "note", json.createObjectNode().put("text", text).toString());
    }

    StoredEvent ended(long id, Ending ending) {
        ObjectNode data = json.createObjectNode().put("state", ending.state().name());
        if (!ending.reason().isEmpty()) {
            put(data, "reason", ending.reason());
        }
        return new StoredEvent(id, StoredEvent.ENDED, data.toString());
    }

    private static void put(ObjectNode data, String field, String text) {
        if (text.length() <= LONGEST_CHARS) {
            data.put(field, text);
            return;
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST_CHARS - 1)) ? LONGEST_CHARS - 1 : LONGEST_CHARS;
        data.put(field, text.substring(0, end)).put("cut", true);
    }
}
