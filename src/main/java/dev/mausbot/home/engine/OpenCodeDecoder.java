package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.JsonLines.count;
import static dev.mausbot.home.engine.JsonLines.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.Session;
import dev.mausbot.home.engine.TurnEvent.Text;
import dev.mausbot.home.engine.TurnEvent.Thinking;
import dev.mausbot.home.engine.TurnEvent.ToolCall;
import dev.mausbot.home.engine.TurnEvent.ToolResult;
import dev.mausbot.home.engine.TurnEvent.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the JSON lines of {@code opencode run --format json}: whole parts of messages, tool calls when they are done. No
 * line says that a turn is over; its process ends, and with 0 if all went well. Kinds that are not known are passed over.
 */
final class OpenCodeDecoder implements OutputDecoder {
    /** A warning of its log; seen with 1.18.33. */
    private static final Pattern FAILED_SERVER = Pattern.compile(
            "^timestamp=\\S{1,64} level=WARN .{0,200}key=([a-z0-9][a-z0-9-]{0,31}) type=remote status=failed");

    private final FailedServers failedServers = new FailedServers(FAILED_SERVER);
    private final ErrorTail errors = new ErrorTail();
    private String session = "";
    private String failure = "";
    private long inputTokens;
    private long outputTokens;
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
        if (!failure.isEmpty()) {
            return List.of(new Finished(false, failure));
        }
        return List.of(exitCode == 0 ? new Finished(true, "") : errors.endedEarly("OpenCode", exitCode));
    }

    private List<TurnEvent> object(JsonNode line) {
        List<TurnEvent> events = new ArrayList<>(sessionOf(line));
        JsonNode part = line.path("part");
        switch (text(line, "type")) {
            case "text" -> Texts.pieces(text(part, "text")).forEach(piece -> events.add(new Text(piece)));
            case "reasoning" -> Texts.pieces(text(part, "text")).forEach(piece -> events.add(new Thinking(piece)));
            case "tool_use" -> events.addAll(toolUse(part));
            case "step_finish" -> events.add(used(part.path("tokens")));
            case "error" -> failure = words(line.path("error"));
            default -> {
                // A step begins, or something newer than this.
            }
        }
        return events;
    }

    private List<TurnEvent> sessionOf(JsonNode line) {
        String id = text(line, "sessionID");
        if (id.equals(session) || !OpenCodeEngine.SESSION.matcher(id).matches()) {
            return List.of();
        }
        session = id;
        return List.of(new Session(id));
    }

    private static List<TurnEvent> toolUse(JsonNode part) {
        String call = Texts.cut(text(part, "callID"), Texts.NAME);
        JsonNode state = part.path("state");
        boolean failed = text(state, "status").equals("error");
        return List.of(
                new ToolCall(call, Texts.cut(text(part, "tool"), Texts.NAME), JsonLines.bounded(state.path("input"))),
                new ToolResult(call, failed, Texts.cut(text(state, failed ? "error" : "output"), Texts.EVENT)));
    }

    private TurnEvent used(JsonNode tokens) {
        JsonNode cache = tokens.path("cache");
        inputTokens += count(tokens, "input") + count(cache, "read") + count(cache, "write");
        outputTokens += count(tokens, "output") + count(tokens, "reasoning");
        return new Usage(inputTokens, outputTokens);
    }

    private static String words(JsonNode error) {
        String message = text(error.path("data"), "message");
        String kind = text(error, "name");
        String words = message.isBlank() ? kind : message;
        return words.isBlank() ? "OpenCode reports a failure" : Texts.cut(words, Texts.MESSAGE);
    }
}
