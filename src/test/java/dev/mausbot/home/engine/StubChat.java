package dev.mausbot.home.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;

/** The stub provider in the words of OpenAI's Chat Completions API. */
final class StubChat {
    private static final Map<String, ?> USAGE = Map.of("prompt_tokens", 10, "completion_tokens", 5, "total_tokens", 15);
    private static final ObjectMapper JSON = new ObjectMapper();

    private StubChat() {}

    static String answer(JsonNode request) throws IOException {
        String asked = "";
        int messages = 0;
        String tool = "";
        for (JsonNode message : request.path("messages")) {
            switch (message.path("role").asText()) {
                case "user" -> {
                    asked = message.path("content").toString();
                    tool = "";
                    messages++;
                }
                case "tool" -> tool = message.path("content").toString();
                default -> {
                    // What it said itself.
                }
            }
        }
        Matcher run = StubProvider.RUN.matcher(asked);
        if (!tool.isEmpty()) {
            return events(words("the tool said: " + tool), "stop");
        }
        return run.find() && request.path("tools").size() > 0
                ? events(call(shellOf(request), run.group(1)), "tool_calls")
                : events(words("messages so far: " + messages), "stop");
    }

    private static Map<String, ?> words(String text) {
        return Map.of("role", "assistant", "content", text);
    }

    /** OpenCode's name of it, or Qwen Code's. */
    private static String shellOf(JsonNode request) {
        String qwens = "run_shell_command";
        return request.path("tools").findValuesAsText("name").contains(qwens) ? qwens : "bash";
    }

    private static Map<String, ?> call(String tool, String command) throws IOException {
        Map<String, ?> function = Map.of(
                "name",
                tool,
                "arguments",
                JSON.writeValueAsString(
                        Map.of("command", command, "description", "asked for", "is_background", false)));
        return Map.of(
                "role",
                "assistant",
                "tool_calls",
                List.of(Map.of("index", 0, "id", "call_1", "type", "function", "function", function)));
    }

    private static String events(Map<String, ?> delta, String reason) throws IOException {
        return event(Map.of("index", 0, "delta", delta))
                + event(Map.of("index", 0, "delta", Map.of(), "finish_reason", reason))
                + "data: [DONE]\n\n";
    }

    private static String event(Map<String, ?> choice) throws IOException {
        return "data: "
                + JSON.writeValueAsString(Map.of(
                        "id",
                        "c1",
                        "object",
                        "chat.completion.chunk",
                        "created",
                        1,
                        "model",
                        "stub",
                        "choices",
                        List.of(choice),
                        "usage",
                        USAGE,
                        // Where Groq puts it.
                        "x_groq",
                        Map.of("usage", USAGE)))
                + "\n\n";
    }
}
