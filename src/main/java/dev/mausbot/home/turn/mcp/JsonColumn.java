package dev.mausbot.home.turn.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Singleton;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Lists and maps of texts, as the store keeps them in one column. */
@Singleton
final class JsonColumn {
    private static final TypeReference<List<String>> LIST = new TypeReference<>() {};
    private static final TypeReference<Map<String, String>> MAP = new TypeReference<>() {};

    private final ObjectMapper json;

    JsonColumn(ObjectMapper json) {
        this.json = json;
    }

    String written(Object texts) {
        try {
            return json.writeValueAsString(texts);
        } catch (JsonProcessingException bug) {
            throw new UncheckedIOException("texts cannot be written as JSON", bug);
        }
    }

    List<String> list(String text) {
        return read(text, LIST);
    }

    Map<String, String> map(String text) {
        return read(text, MAP);
    }

    private <T> T read(String text, TypeReference<T> type) {
        try {
            return json.readValue(text, type);
        } catch (JsonProcessingException damaged) {
            // The cause would quote the text, and that may be a secret.
            throw new IllegalStateException("messages.db: a column does not hold the JSON that was stored there");
        }
    }
}
