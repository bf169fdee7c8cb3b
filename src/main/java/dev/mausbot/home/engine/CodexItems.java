package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.JsonLines.text;
import static dev.mausbot.home.engine.JsonRpc.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mausbot.home.engine.TurnEvent.Text;
import dev.mausbot.home.engine.TurnEvent.Thinking;
import dev.mausbot.home.engine.TurnEvent.ToolCall;
import dev.mausbot.home.engine.TurnEvent.ToolResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * What a turn's items mean: messages and thoughts, which come in pieces and then whole, and calls of tools, which begin and end.
 * Kinds that are not known are passed over.
 */
final class CodexItems {
    /** So many items may be under way at once; of one beyond them only the end is shown. */
    private static final int ITEMS = 256;

    private static final int PARTS = 256;

    private final Set<String> called = new HashSet<>();
    private final Set<String> inPieces = new HashSet<>();
    /** The message whose words came last, if nothing else came after. */
    private String speaking = "";

    List<TurnEvent> started(JsonNode item) {
        String id = id(item, "id");
        return isCall(item) && called.size() < ITEMS && called.add(id) ? calls(List.of(call(id, item))) : List.of();
    }

    /** More of a message. */
    List<TurnEvent> said(JsonNode params) {
        String id = id(params, "itemId");
        return inPieces(id) ? spoken(id, text(params, "delta")) : List.of();
    }

    /** More of a thought. */
    List<TurnEvent> thought(JsonNode params) {
        return inPieces(id(params, "itemId")) ? events(text(params, "delta"), Thinking::new) : List.of();
    }

    private boolean inPieces(String id) {
        return inPieces.contains(id) || (inPieces.size() < ITEMS && inPieces.add(id));
    }

    List<TurnEvent> completed(JsonNode item) {
        String id = id(item, "id");
        return switch (text(item, "type")) {
            case "agentMessage" -> inPieces.remove(id) ? List.of() : spoken(id, text(item, "text"));
            case "reasoning" -> inPieces.remove(id) ? List.of() : events(thoughts(item), Thinking::new);
            default -> isCall(item) ? calls(done(id, item)) : List.of();
        };
    }

    /** Two messages in a row are two paragraphs. */
    private List<TurnEvent> spoken(String id, String words) {
        boolean another = !speaking.isEmpty() && !speaking.equals(id) && !words.isEmpty();
        speaking = words.isEmpty() ? speaking : id;
        return events(another ? "\n\n" + words : words, Text::new);
    }

    private List<TurnEvent> calls(List<TurnEvent> events) {
        speaking = "";
        return events;
    }

    private static List<TurnEvent> events(String words, Function<String, TurnEvent> kind) {
        return Texts.pieces(words).stream().map(kind).toList();
    }

    private static String thoughts(JsonNode item) {
        List<String> parts = new ArrayList<>();
        for (JsonNode list : List.of(item.path("summary"), item.path("content"))) {
            for (int i = 0; i < Math.min(list.size(), PARTS); i++) {
                parts.add(list.path(i).asText());
            }
        }
        return String.join("\n", parts);
    }

    private List<TurnEvent> done(String id, JsonNode item) {
        List<TurnEvent> events = new ArrayList<>();
        if (!called.remove(id)) {
            events.add(call(id, item));
        }
        String status = text(item, "status");
        boolean failed = status.equals("failed")
                || status.equals("declined")
                || item.path("exitCode").asInt(0) != 0;
        events.add(new ToolResult(id, failed, Texts.cut(output(item), Texts.EVENT)));
        return events;
    }

    private static boolean isCall(JsonNode item) {
        return switch (text(item, "type")) {
            case "commandExecution", "fileChange", "mcpToolCall", "webSearch", "imageView", "collabAgentToolCall" ->
                true;
            default -> false;
        };
    }

    private static ToolCall call(String id, JsonNode item) {
        return switch (text(item, "type")) {
            case "commandExecution" ->
                call(id, "shell", object().put("command", CodexQuestions.shellText(text(item, "command"))));
            case "fileChange" -> call(id, "apply_patch", object().set("changes", item.path("changes")));
            case "webSearch" -> call(id, "web_search", object().put("query", text(item, "query")));
            case "imageView" -> call(id, "view_image", object().put("path", text(item, "path")));
            case "collabAgentToolCall" ->
                call(id, "agent." + text(item, "tool"), object().put("prompt", text(item, "prompt")));
            default -> {
                JsonNode arguments = item.path("arguments");
                yield call(
                        id,
                        text(item, "server") + "." + text(item, "tool"),
                        arguments instanceof ObjectNode given ? given : object());
            }
        };
    }

    private static ToolCall call(String id, String name, ObjectNode input) {
        return new ToolCall(id, Texts.cut(name, Texts.NAME), JsonLines.bounded(input));
    }

    private static String output(JsonNode item) {
        String status = text(item, "status");
        return switch (text(item, "type")) {
            case "commandExecution" -> status.equals("declined") ? status : text(item, "aggregatedOutput");
            case "mcpToolCall" -> {
                String error = text(item.path("error"), "message");
                yield error.isEmpty() ? ContentBlocks.words(item.path("result").path("content")) : error;
            }
            default -> status;
        };
    }

    private static String id(JsonNode from, String field) {
        return Texts.cut(text(from, field), Texts.NAME);
    }
}
