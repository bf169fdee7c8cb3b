package dev.mausbot.home.auth;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The small JSON objects that are sent to the door, read strictly: known names alone, each once, nothing after the end. */
final class SmallJson {
    private static final int MOST_BYTES = 4096;
    private static final String MEDIA_TYPE = "application/json";

    private final Set<String> names;
    private final ObjectReader reader = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .reader();

    /** Reads objects that have these names and no others. */
    SmallJson(Set<String> names) {
        this.names = names;
    }

    /** Hands on what a request brings along; answers 415, 413 or {@code 400 invalid_body} itself. */
    void read(RoutingContext context, Consumer<Map<String, JsonNode>> then) {
        if (isJson(context)) {
            SmallBody.read(
                    context,
                    MOST_BYTES,
                    "The body has at most " + MOST_BYTES + " bytes here.",
                    body -> answerTo(context, body, then));
        }
    }

    /** The same, of a body that the signed door has read. */
    void readSigned(RoutingContext context, Consumer<Map<String, JsonNode>> then) {
        if (isJson(context)) {
            answerTo(context, context.body().buffer(), then);
        }
    }

    private static boolean isJson(RoutingContext context) {
        boolean json = SessionDoor.one(context.request().headers().getAll("Content-Type"))
                .map(type -> type.split(";", -1)[0].strip())
                .filter(MEDIA_TYPE::equalsIgnoreCase)
                .isPresent();
        if (!json) {
            new DoorProblem(415, "Unsupported Media Type", "Send " + MEDIA_TYPE + ".").answer(context);
        }
        return json;
    }

    private void answerTo(RoutingContext context, Buffer body, Consumer<Map<String, JsonNode>> then) {
        parse(body)
                .ifPresentOrElse(
                        then,
                        () -> DoorProblem.coded(
                                        400,
                                        "invalid_body",
                                        "The body is not a JSON object of " + String.join(", ", new TreeSet<>(names)))
                                .answer(context));
    }

    private Optional<Map<String, JsonNode>> parse(Buffer body) {
        try {
            JsonNode tree = reader.readTree(body.getBytes());
            Map<String, JsonNode> fields = new HashMap<>();
            tree.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
            return tree.isObject() && names.containsAll(fields.keySet()) ? Optional.of(fields) : Optional.empty();
        } catch (IOException notJson) {
            return Optional.empty();
        }
    }
}
