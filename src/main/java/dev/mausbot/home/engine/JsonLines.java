package dev.mausbot.home.engine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads one JSON object from a line of attacker's text. The number of tokens is bounded as well as the depth: a line of
 * 5 MB can hold a million empty objects, and each would cost a hundred bytes of the server's memory.
 */
final class JsonLines {
    private static final StreamReadConstraints BOUNDS = StreamReadConstraints.builder()
            .maxNestingDepth(128)
            .maxTokenCount(100_000)
            .maxStringLength(8 * 1024 * 1024)
            .maxNumberLength(64)
            .maxNameLength(4 * 1024)
            .build();

    private static final ObjectReader READER = JsonMapper.builder(
                    JsonFactory.builder().streamReadConstraints(BOUNDS).build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .reader();

    private JsonLines() {}

    /** The object, or nothing if the line is not exactly one object within the bounds. */
    static Optional<ObjectNode> read(String line) {
        if (!line.startsWith("{")) {
            return Optional.empty();
        }
        try {
            return READER.readTree(line) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
        } catch (JsonProcessingException notJson) {
            return Optional.empty();
        }
    }

    /** What a line means to an engine's reader: its object if it is one with a type, else junk. */
    static List<TurnEvent> events(String line, Function<JsonNode, List<TurnEvent>> reader) {
        return read(line)
                .filter(object -> object.path("type").isTextual())
                .map(reader)
                .orElseGet(() -> junk(line));
    }

    static List<TurnEvent> junk(String line) {
        return List.of(new TurnEvent.Junk(Texts.cut(line, Texts.JUNK)));
    }

    /** A value as JSON text for an event; {@code {}} if there is none. Still JSON when it is cut: whoever shows it reads it. */
    static String bounded(JsonNode value) {
        String json = value.isMissingNode() ? "{}" : value.toString();
        return json.length() <= Texts.EVENT
                ? json
                : JsonNodeFactory.instance
                        .objectNode()
                        .put("cut", Texts.cut(json, Texts.EVENT / 2))
                        .toString();
    }

    /** A field's text; empty if it is absent or is not a text. */
    static String text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isTextual() ? value.textValue() : "";
    }

    /** A field's number, at least 0; 0 if it is absent, negative, not whole or too large to be true. */
    static long count(JsonNode node, String field) {
        JsonNode value = node.path(field);
        boolean believable = value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= 0;
        return believable && value.longValue() <= Integer.MAX_VALUE ? value.longValue() : 0;
    }
}
