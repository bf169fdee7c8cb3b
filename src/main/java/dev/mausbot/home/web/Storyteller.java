package dev.mausbot.home.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.turn.StoredEvent;
import dev.mausbot.home.web.TurnStory.Part;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Makes of a turn's events the parts that are shown, as {@code turns.js} does of those that are streamed. */
final class Storyteller {
    private final ObjectMapper json;
    private final List<Part> parts = new ArrayList<>();

    Storyteller(ObjectMapper json) {
        this.json = json;
    }

    List<Part> tell(List<StoredEvent> events) {
        events.forEach(event -> tell(event.type(), read(event.data())));
        return List.copyOf(parts);
    }

    private JsonNode read(String data) {
        try {
            return json.readTree(data);
        } catch (JsonProcessingException damaged) {
            throw new UncheckedIOException("messages.db: an event is no JSON", damaged);
        }
    }

    private void tell(String type, JsonNode data) {
        String text = data.path("text").asText();
        switch (type) {
            case "text" -> more("said", text);
            case "thinking" -> more("thinking", text);
            case "output" -> more(data.path("stream").asText().equals("err") ? "err" : "out", text + "\n");
            case "tool_call" ->
                add(new Part("tool", id(data), field(data, "name"), field(data, "input"), "", "running"));
            case "tool_result" ->
                answer(id(data), field(data, "output"), data.path("failed").asBoolean());
            case "note" -> add(Part.of("note", text));
            case "started" -> line("status", text);
            case "status" -> line("status", text);
            case "mcp_server_failed" -> line("status", field(data, "server") + ": " + text);
            case "junk" -> line("status", field(data, "line"));
            case "result" -> line("failed", data.path("succeeded").asBoolean() ? "" : field(data, "message"));
            case "card.opened" -> add(new Part("card", field(data, "card"), "", "", "", ""));
            default -> {
                // A session's id, what was used, a card that was closed, the end: shown elsewhere.
            }
        }
    }

    private static String id(JsonNode data) {
        return field(data, "id");
    }

    private static String field(JsonNode data, String name) {
        return data.path(name).asText();
    }

    private void add(Part part) {
        parts.add(part);
    }

    private void line(String kind, String text) {
        if (!text.isEmpty()) {
            add(Part.of(kind, text));
        }
    }

    /** What comes in pieces is one part. */
    private void more(String kind, String text) {
        if (!parts.isEmpty() && parts.getLast().is(kind)) {
            parts.set(parts.size() - 1, parts.getLast().with(text));
        } else {
            add(Part.of(kind, text));
        }
    }

    private void answer(String call, String output, boolean failed) {
        for (int i = parts.size() - 1; i >= 0; i--) {
            if (parts.get(i).is("tool") && parts.get(i).id().equals(call)) {
                parts.set(i, parts.get(i).answered(output, failed));
                return;
            }
        }
        add(new Part("tool", call, "a tool", "", output, failed ? "failed" : "done"));
    }
}
