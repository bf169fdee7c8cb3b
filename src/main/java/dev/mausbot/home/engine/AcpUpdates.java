package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.JsonLines.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.mausbot.home.engine.TurnEvent.Status;
import dev.mausbot.home.engine.TurnEvent.Text;
import dev.mausbot.home.engine.TurnEvent.Thinking;
import dev.mausbot.home.engine.TurnEvent.ToolCall;
import dev.mausbot.home.engine.TurnEvent.ToolResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an agent tells while it works on a prompt. A tool call is often announced before its arguments are known; it is
 * shown when it begins to run, or when permission for it is asked, with what was told of it by then.
 */
final class AcpUpdates {
    /** So many calls may be announced at once; of one beyond them only the result is shown. */
    private static final int CALLS = 256;

    private static final int BLOCKS = 256;
    private static final int STEPS = 64;

    /** The calls that are not over, in their order; shown or not. */
    private final Map<String, Call> calls = new LinkedHashMap<>();

    /** What is known of a call. */
    private record Call(String name, String title, String input, boolean shown) {
        Call told(JsonNode update) {
            String kind = text(update, "kind");
            String said = text(update, "title");
            JsonNode raw = update.path("rawInput");
            return new Call(
                    kind.isBlank() ? name : Texts.cut(kind, Texts.NAME),
                    said.isBlank() ? title : Texts.cut(said, Texts.NAME),
                    raw.isObject() && !raw.isEmpty() ? JsonLines.bounded(raw) : input,
                    shown);
        }

        Call shownNow() {
            return new Call(name, title, input, true);
        }

        ToolCall event(String id) {
            String shownInput = input.isEmpty()
                    ? JsonNodeFactory.instance.objectNode().put("title", title).toString()
                    : input;
            return new ToolCall(id, name.isBlank() ? "tool" : name, shownInput);
        }
    }

    List<TurnEvent> read(JsonNode update) {
        return switch (text(update, "sessionUpdate")) {
            case "agent_message_chunk" ->
                Texts.pieces(ContentBlocks.word(update.path("content"))).stream()
                        .<TurnEvent>map(Text::new)
                        .toList();
            case "agent_thought_chunk" ->
                Texts.pieces(ContentBlocks.word(update.path("content"))).stream()
                        .<TurnEvent>map(Thinking::new)
                        .toList();
            case "tool_call", "tool_call_update" -> call(update);
            case "plan" -> plan(update.path("entries"));
            default -> List.of();
        };
    }

    /** Permission for a call is asked. */
    List<TurnEvent> asked(JsonNode call) {
        String id = id(call);
        note(id, call);
        return show(id);
    }

    /** The calls that were announced and never said to run. */
    List<TurnEvent> rest() {
        List<TurnEvent> events = new ArrayList<>();
        List.copyOf(calls.keySet()).forEach(id -> events.addAll(show(id)));
        return events;
    }

    /** Of a question's options the one of this kind ({@code allow}, {@code reject}); rather just this once than for ever. */
    static Optional<String> option(JsonNode options, String kindWanted) {
        Optional<String> found = Optional.empty();
        for (JsonNode option : options.isArray() ? options : List.<JsonNode>of()) {
            String kind = text(option, "kind");
            String id = text(option, "optionId");
            if (kind.equals(kindWanted + "_once") && !id.isEmpty()) {
                return Optional.of(id);
            }
            if (kind.startsWith(kindWanted) && !id.isEmpty() && found.isEmpty()) {
                found = Optional.of(id);
            }
        }
        return found;
    }

    private List<TurnEvent> call(JsonNode update) {
        String id = id(update);
        note(id, update);
        return switch (text(update, "status")) {
            case "in_progress" -> show(id);
            case "completed" -> over(id, false, update);
            case "failed" -> over(id, true, update);
            default -> List.of();
        };
    }

    private void note(String id, JsonNode update) {
        if (calls.containsKey(id) || calls.size() < CALLS) {
            calls.put(id, calls.getOrDefault(id, new Call("", "", "", false)).told(update));
        }
    }

    private List<TurnEvent> show(String id) {
        Optional<Call> call = Optional.ofNullable(calls.get(id)).filter(known -> !known.shown());
        call.ifPresent(known -> calls.put(id, known.shownNow()));
        return call.<List<TurnEvent>>map(known -> List.of(known.event(id))).orElse(List.of());
    }

    private List<TurnEvent> over(String id, boolean failed, JsonNode update) {
        List<TurnEvent> events = new ArrayList<>(show(id));
        calls.remove(id);
        events.add(new ToolResult(id, failed, Texts.cut(output(update), Texts.EVENT)));
        return events;
    }

    private static String output(JsonNode update) {
        List<String> parts = new ArrayList<>();
        JsonNode content = update.path("content");
        for (int i = 0; i < Math.min(content.size(), BLOCKS); i++) {
            JsonNode block = content.path(i);
            String type = text(block, "type");
            parts.add(
                    type.equals("content")
                            ? ContentBlocks.word(block.path("content"))
                            : "["
                                    + Texts.cut(type + " " + text(block, "path"), Texts.NAME)
                                            .strip() + "]");
        }
        JsonNode raw = update.path("rawOutput");
        return parts.isEmpty() && !raw.isMissingNode() ? JsonLines.bounded(raw) : String.join("\n", parts);
    }

    private static List<TurnEvent> plan(JsonNode entries) {
        StringBuilder plan = new StringBuilder("plan:");
        for (int i = 0; i < Math.min(entries.size(), STEPS); i++) {
            String mark = switch (text(entries.path(i), "status")) {
                case "completed" -> "[x] ";
                case "in_progress" -> "[>] ";
                default -> "[ ] ";
            };
            plan.append('\n').append(mark).append(Texts.cut(text(entries.path(i), "content"), Texts.NAME));
        }
        return entries.isEmpty() ? List.of() : List.of(new Status(plan.toString()));
    }

    private static String id(JsonNode call) {
        return Texts.cut(text(call, "toolCallId"), Texts.NAME);
    }
}
