package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.JsonLines.count;
import static dev.mausbot.home.engine.JsonLines.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.McpServerFailed;
import dev.mausbot.home.engine.TurnEvent.Session;
import dev.mausbot.home.engine.TurnEvent.Status;
import dev.mausbot.home.engine.TurnEvent.Text;
import dev.mausbot.home.engine.TurnEvent.Thinking;
import dev.mausbot.home.engine.TurnEvent.ToolCall;
import dev.mausbot.home.engine.TurnEvent.ToolResult;
import dev.mausbot.home.engine.TurnEvent.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads Claude Code's JSON lines. The words of an answer come twice, as deltas and then whole: what was streamed is not
 * repeated. What a sub-agent says (it has a {@code parent_tool_use_id}) is its caller's to report; what it does is shown.
 * Kinds of line that are not known are passed over, since new ones come with every release.
 */
final class ClaudeDecoder implements OutputDecoder {
    private static final int BLOCKS_OF_ONE_LINE = 256;
    private static final int SERVERS = 256;
    // "pending" is not among them: a slow server may still come.
    private static final Set<String> NOT_CONNECTED = Set.of("failed", "needs-auth");

    private final ErrorTail errors = new ErrorTail();
    private String streamedMessage = "";
    private boolean textStreamed;
    private boolean thinkingStreamed;
    private boolean anythingSaid;
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
        return List.of(errors.shown(line));
    }

    @Override
    public List<TurnEvent> end(int exitCode) {
        if (finished) {
            return List.of();
        }
        finished = true;
        return List.of(errors.endedEarly("Claude Code", exitCode));
    }

    private List<TurnEvent> object(JsonNode line) {
        return switch (text(line, "type")) {
            case "system" -> system(line);
            case "stream_event" -> ofSubAgent(line) ? List.of() : streamed(line.path("event"));
            case "assistant" -> assistant(line);
            case "user" ->
                blocks(line, block -> text(block, "type").equals("tool_result") ? toolResult(block) : List.of());
            case "result" -> result(line);
            default -> List.of();
        };
    }

    private static boolean ofSubAgent(JsonNode line) {
        return line.hasNonNull("parent_tool_use_id");
    }

    private static List<TurnEvent> system(JsonNode line) {
        return switch (text(line, "subtype")) {
            case "init" -> started(line);
            case "api_retry" ->
                List.of(new Status("no answer from the model (" + retryReason(line) + "): try " + count(line, "attempt")
                        + " of " + count(line, "max_retries")));
            default -> List.of();
        };
    }

    private static List<TurnEvent> started(JsonNode line) {
        List<TurnEvent> events = new ArrayList<>();
        String session = text(line, "session_id");
        if (ClaudeEngine.SESSION.matcher(session).matches()) {
            events.add(new Session(session));
        }
        JsonNode servers = line.path("mcp_servers");
        for (int i = 0; i < Math.min(servers.size(), SERVERS); i++) {
            if (NOT_CONNECTED.contains(text(servers.path(i), "status"))) {
                events.add(new McpServerFailed(Texts.cut(text(servers.path(i), "name"), Texts.NAME)));
            }
        }
        return events;
    }

    private static String retryReason(JsonNode line) {
        long status = count(line, "error_status");
        String error = Texts.cut(text(line, "error"), Texts.NAME);
        return status > 0 ? error + ", HTTP " + status : error;
    }

    private List<TurnEvent> streamed(JsonNode event) {
        return switch (text(event, "type")) {
            case "message_start" -> {
                streamedMessage = Texts.cut(text(event.path("message"), "id"), Texts.NAME);
                textStreamed = false;
                thinkingStreamed = false;
                yield List.of();
            }
            case "content_block_delta" -> delta(event.path("delta"));
            default -> List.of();
        };
    }

    private List<TurnEvent> delta(JsonNode delta) {
        return switch (text(delta, "type")) {
            case "text_delta" -> {
                textStreamed = true;
                yield said(text(delta, "text"));
            }
            case "thinking_delta" -> {
                thinkingStreamed = true;
                yield pieces(text(delta, "thinking"), Thinking::new);
            }
            default -> List.of();
        };
    }

    private List<TurnEvent> assistant(JsonNode line) {
        boolean silent = ofSubAgent(line);
        boolean streamed =
                Texts.cut(text(line.path("message"), "id"), Texts.NAME).equals(streamedMessage);
        return blocks(line, block -> switch (text(block, "type")) {
            case "text" -> silent || (streamed && textStreamed) ? List.of() : said(text(block, "text"));
            case "thinking" ->
                silent || (streamed && thinkingStreamed) ? List.of() : pieces(text(block, "thinking"), Thinking::new);
            case "tool_use" -> List.of(toolCall(block));
            default -> List.of();
        });
    }

    private static List<TurnEvent> blocks(JsonNode line, Function<JsonNode, List<TurnEvent>> read) {
        JsonNode content = line.path("message").path("content");
        if (!content.isArray()) {
            return List.of();
        }
        List<TurnEvent> events = new ArrayList<>();
        for (int i = 0; i < Math.min(content.size(), BLOCKS_OF_ONE_LINE); i++) {
            events.addAll(read.apply(content.path(i)));
        }
        if (content.size() > BLOCKS_OF_ONE_LINE) {
            events.add(new Status((content.size() - BLOCKS_OF_ONE_LINE) + " more blocks of one message are not shown"));
        }
        return events;
    }

    private static TurnEvent toolCall(JsonNode block) {
        return new ToolCall(
                Texts.cut(text(block, "id"), Texts.NAME),
                Texts.cut(text(block, "name"), Texts.NAME),
                JsonLines.bounded(block.path("input")));
    }

    private static List<TurnEvent> toolResult(JsonNode block) {
        return List.of(new ToolResult(
                Texts.cut(text(block, "tool_use_id"), Texts.NAME),
                block.path("is_error").asBoolean(false),
                Texts.cut(ContentBlocks.words(block.path("content")), Texts.EVENT)));
    }

    private List<TurnEvent> result(JsonNode line) {
        finished = true;
        List<TurnEvent> events = new ArrayList<>();
        boolean succeeded = text(line, "subtype").equals("success")
                && !line.path("is_error").asBoolean(false);
        String last = text(line, "result");
        if (succeeded && !anythingSaid) {
            // A slash command answers in its result only.
            events.addAll(said(last));
        }
        JsonNode usage = line.path("usage");
        events.add(new Usage(
                count(usage, "input_tokens")
                        + count(usage, "cache_creation_input_tokens")
                        + count(usage, "cache_read_input_tokens"),
                count(usage, "output_tokens")));
        events.add(succeeded ? new Finished(true, "") : new Finished(false, Texts.cut(failure(line), Texts.MESSAGE)));
        return events;
    }

    private String failure(JsonNode line) {
        if (text(line, "terminal_reason").startsWith("aborted")) {
            return "interrupted";
        }
        List<String> told = new ArrayList<>();
        told.add(text(line, "result"));
        line.path("errors").forEach(error -> told.add(error.isTextual() ? error.textValue() : ""));
        told.removeIf(String::isBlank);
        if (told.isEmpty()) {
            String kind = text(line, "subtype");
            told.add("Claude Code reports " + (kind.isEmpty() ? "a failure" : kind));
            told.add(errors.text());
        }
        return String.join("\n", told).strip();
    }

    private List<TurnEvent> said(String text) {
        anythingSaid |= !text.isEmpty();
        return pieces(text, Text::new);
    }

    private static List<TurnEvent> pieces(String text, Function<String, TurnEvent> event) {
        return Texts.pieces(text).stream().map(event).toList();
    }
}
