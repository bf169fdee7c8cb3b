package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.JsonLines.count;
import static dev.mausbot.home.engine.JsonLines.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.Session;
import dev.mausbot.home.engine.TurnEvent.Status;
import dev.mausbot.home.engine.TurnEvent.Text;
import dev.mausbot.home.engine.TurnEvent.Thinking;
import dev.mausbot.home.engine.TurnEvent.ToolCall;
import dev.mausbot.home.engine.TurnEvent.ToolResult;
import dev.mausbot.home.engine.TurnEvent.Usage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads the JSON lines of {@code codex exec --json}: a thread, its turn, and the turn's items, each of which may be started,
 * updated and completed. The usage at a turn's end is its whole thread's. Kinds that are not known are passed over.
 */
final class CodexDecoder implements OutputDecoder {
    /** So many calls may be under way at once; a call beyond them is shown when it is done. */
    private static final int CALLS = 256;

    /** It quotes the broker, which names the server; seen with 0.171.0. */
    static final Pattern FAILED_SERVER =
            Pattern.compile("rmcp::transport::worker: .{0,400}no answer from mcp-([a-z0-9][a-z0-9-]{0,31}):");

    private final FailedServers failedServers = new FailedServers(FAILED_SERVER);
    private final ErrorTail errors = new ErrorTail();
    private final Set<String> called = new HashSet<>();
    private boolean finished;

    @Override
    public List<TurnEvent> line(String line) {
        if (finished || line.isBlank()) {
            return List.of();
        }
        return JsonLines.events(line, this::object);
    }

    @Override
    public List<TurnEvent> errorLine(String line) {
        return failedServers.in(line, errors);
    }

    @Override
    public List<TurnEvent> end(int exitCode) {
        if (finished) {
            return List.of();
        }
        finished = true;
        return List.of(errors.endedEarly("Codex", exitCode));
    }

    private List<TurnEvent> object(JsonNode line) {
        return switch (text(line, "type")) {
            case "thread.started" -> {
                String thread = text(line, "thread_id");
                yield CodexEngine.SESSION.matcher(thread).matches() ? List.of(new Session(thread)) : List.of();
            }
            case "item.started" -> started(line.path("item"));
            case "item.completed" -> completed(line.path("item"));
            case "turn.completed" -> {
                finished = true;
                JsonNode usage = line.path("usage");
                yield List.of(
                        new Usage(count(usage, "input_tokens"), count(usage, "output_tokens")), new Finished(true, ""));
            }
            case "turn.failed" -> {
                finished = true;
                String why = text(line.path("error"), "message");
                yield List.of(
                        new Finished(false, why.isBlank() ? "Codex reports a failure" : Texts.cut(why, Texts.MESSAGE)));
            }
            case "error" -> status(text(line, "message"));
            default -> List.of();
        };
    }

    private List<TurnEvent> started(JsonNode item) {
        String id = id(item);
        if (!isCall(item) || called.size() == CALLS || !called.add(id)) {
            return List.of();
        }
        return List.of(call(item));
    }

    private List<TurnEvent> completed(JsonNode item) {
        return switch (text(item, "type")) {
            case "agent_message" ->
                Texts.pieces(text(item, "text")).stream()
                        .<TurnEvent>map(Text::new)
                        .toList();
            case "reasoning" ->
                Texts.pieces(text(item, "text")).stream()
                        .<TurnEvent>map(Thinking::new)
                        .toList();
            case "error" -> status(text(item, "message"));
            default -> isCall(item) ? done(item) : List.of();
        };
    }

    private List<TurnEvent> done(JsonNode item) {
        List<TurnEvent> events = new ArrayList<>();
        if (!called.remove(id(item))) {
            events.add(call(item));
        }
        boolean failed =
                text(item, "status").equals("failed") || item.path("exit_code").asInt(0) != 0;
        events.add(new ToolResult(id(item), failed, Texts.cut(output(item), Texts.EVENT)));
        return events;
    }

    private static boolean isCall(JsonNode item) {
        return switch (text(item, "type")) {
            case "command_execution", "file_change", "mcp_tool_call", "web_search" -> true;
            default -> false;
        };
    }

    private static ToolCall call(JsonNode item) {
        ObjectNode input = JsonNodeFactory.instance.objectNode();
        String type = text(item, "type");
        return switch (type) {
            case "command_execution" -> called(item, "shell", input.put("command", text(item, "command")));
            case "file_change" -> called(item, "edit", input.set("changes", item.path("changes")));
            case "web_search" -> called(item, type, input.put("query", text(item, "query")));
            default -> called(item, text(item, "server") + "." + text(item, "tool"), item.path("arguments"));
        };
    }

    private static ToolCall called(JsonNode item, String name, JsonNode input) {
        return new ToolCall(id(item), Texts.cut(name, Texts.NAME), JsonLines.bounded(input));
    }

    private static String output(JsonNode item) {
        return switch (text(item, "type")) {
            case "command_execution" -> text(item, "aggregated_output");
            case "mcp_tool_call" -> {
                String error = text(item.path("error"), "message");
                yield error.isEmpty() ? ContentBlocks.words(item.path("result").path("content")) : error;
            }
            default -> text(item, "status");
        };
    }

    private static String id(JsonNode item) {
        return Texts.cut(text(item, "id"), Texts.NAME);
    }

    private static List<TurnEvent> status(String message) {
        return message.isBlank() ? List.of() : List.of(new Status(Texts.cut(message, Texts.MESSAGE)));
    }
}
