package dev.mausbot.home.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.stream.StreamSupport;

/** The stub provider in the words of OpenAI's Responses API. */
final class StubResponses {
    private static final ObjectMapper JSON = new ObjectMapper();

    private StubResponses() {}

    static String answer(JsonNode request) throws IOException {
        String asked = "";
        int messages = 0;
        String tool = "";
        for (JsonNode item : request.path("input")) {
            String text = item.path("content").path(0).path("text").asText("");
            // What Codex tells of the machine it runs on is the user's as well, in angle brackets.
            if (item.path("role").asText().equals("user") && !text.startsWith("<")) {
                asked = text;
                tool = "";
                messages++;
            }
            if (item.path("type").asText().equals("function_call_output")) {
                tool = item.path("output").toString();
            }
        }
        Matcher run = StubProvider.RUN.matcher(asked);
        if (!tool.isEmpty()) {
            return events(words("the tool said: " + tool));
        }
        return events(
                run.find() && request.has("tools")
                        ? call(request, run.group(1))
                        : words("messages so far: " + messages));
    }

    /** OpenCode's shell tool is called bash; Codex names its own only in some releases. */
    private static boolean hasBash(JsonNode request) {
        return StreamSupport.stream(request.path("tools").spliterator(), false)
                .anyMatch(tool -> tool.path("name").asText().equals("bash"));
    }

    private static Map<String, ?> words(String text) {
        return Map.of(
                "type",
                "message",
                "role",
                "assistant",
                "id",
                "msg_1",
                "content",
                List.of(Map.of("type", "output_text", "text", text, "annotations", List.of())));
    }

    private static Map<String, ?> call(JsonNode request, String command) throws IOException {
        boolean bash = hasBash(request);
        Map<String, ?> arguments =
                bash ? Map.of("command", command, "description", "asked for") : Map.of("cmd", command);
        return Map.of(
                "type",
                "function_call",
                "id",
                "fc_1",
                "call_id",
                "call_1",
                "name",
                bash ? "bash" : "exec_command",
                "status",
                "completed",
                "arguments",
                JSON.writeValueAsString(arguments));
    }

    private static String events(Map<String, ?> item) throws IOException {
        Map<String, ?> usage = Map.of("input_tokens", 10, "output_tokens", 5, "total_tokens", 15);
        Map<String, ?> response = Map.of(
                "id", "resp_1", "object", "response", "status", "completed", "output", List.of(item), "usage", usage);
        StringBuilder events = new StringBuilder();
        List<Map<String, ?>> all = new ArrayList<>();
        all.add(Map.of(
                "type", "response.created", "response", Map.of("id", "resp_1", "created_at", 1, "model", "stub")));
        all.add(Map.of("type", "response.output_item.added", "output_index", 0, "item", item));
        if (item.get("content") instanceof List<?> parts && parts.getFirst() instanceof Map<?, ?> part) {
            all.add(Map.of(
                    "type",
                    "response.output_text.delta",
                    "item_id",
                    "msg_1",
                    "output_index",
                    0,
                    "content_index",
                    0,
                    "delta",
                    part.get("text")));
        }
        all.add(Map.of("type", "response.output_item.done", "output_index", 0, "item", item));
        all.add(Map.of("type", "response.completed", "response", response));
        for (Map<String, ?> event : all) {
            events.append("event: ").append(event.get("type")).append("\ndata: ");
            events.append(JSON.writeValueAsString(event)).append("\n\n");
        }
        return events.toString();
    }
}
