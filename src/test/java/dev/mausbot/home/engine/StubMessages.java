package dev.mausbot.home.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;

/** The stub provider in the words of Anthropic's Messages API. */
final class StubMessages {
    private static final ObjectMapper JSON = new ObjectMapper();

    private StubMessages() {}

    static String answer(JsonNode request) throws IOException {
        JsonNode last = JSON.createObjectNode();
        int asked = 0;
        for (JsonNode message : request.path("messages")) {
            if (message.path("role").asText().equals("user")) {
                last = message;
                asked++;
            }
        }
        String text = last.toString();
        Matcher run = StubProvider.RUN.matcher(text);
        if (text.contains("\"tool_result\"")) {
            return words("the tool said: " + text);
        }
        Matcher ask = StubProvider.ASK.matcher(text);
        Matcher call = StubProvider.CALL.matcher(text);
        if (request.path("tools").isEmpty()) {
            return words("messages so far: " + asked);
        }
        if (ask.find()) {
            List<String> words = List.of(ask.group(1).split("\\|"));
            return toolCall(
                    "mcp__omb__ask_user",
                    Map.of("question", words.getFirst(), "choices", words.subList(1, words.size())));
        }
        if (call.find()) {
            return toolCall(call.group(1), Map.of(call.group(2), call.group(3)));
        }
        return run.find()
                ? toolCall("Bash", Map.of("command", run.group(1), "description", "asked for"))
                : words("messages so far: " + asked);
    }

    private static String words(String text) throws IOException {
        return message(Map.of("type", "text", "text", ""), Map.of("type", "text_delta", "text", text), "end_turn");
    }

    private static String toolCall(String tool, Map<String, ?> input) throws IOException {
        return message(
                Map.of("type", "tool_use", "id", "toolu_01", "name", tool, "input", Map.of()),
                Map.of("type", "input_json_delta", "partial_json", JSON.writeValueAsString(input)),
                "tool_use");
    }

    private static String message(Map<String, ?> block, Map<String, ?> delta, String stopReason) throws IOException {
        Map<String, ?> usage = Map.of("input_tokens", 10, "output_tokens", 5);
        Map<String, ?> start = Map.of(
                "id",
                "msg_" + stopReason,
                "type",
                "message",
                "role",
                "assistant",
                "model",
                "stub",
                "content",
                List.of(),
                "usage",
                usage);
        StringBuilder events = new StringBuilder();
        for (Map<String, ?> event : List.<Map<String, ?>>of(
                Map.of("type", "message_start", "message", start),
                Map.of("type", "content_block_start", "index", 0, "content_block", block),
                Map.of("type", "content_block_delta", "index", 0, "delta", delta),
                Map.of("type", "content_block_stop", "index", 0),
                Map.of("type", "message_delta", "delta", Map.of("stop_reason", stopReason), "usage", usage),
                Map.of("type", "message_stop"))) {
            events.append("event: ").append(event.get("type")).append("\ndata: ");
            events.append(JSON.writeValueAsString(event)).append("\n\n");
        }
        return events.toString();
    }
}
