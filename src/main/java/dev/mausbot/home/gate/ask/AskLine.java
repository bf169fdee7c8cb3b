package dev.mausbot.home.gate.ask;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One line that came out of a box's ask socket. Read strictly: exactly one object of one of three forms, every field there
 * and none beside, so that what is shown to the owner is all that was asked.
 */
sealed interface AskLine {
    /** The longest line that is read, its end not counted. */
    int LONGEST = 64 * 1024;

    /** Somebody asks. */
    record Ask(Question question) implements AskLine {}

    /** Somebody no longer wants the answer to a question. */
    record Withdraw(String id) implements AskLine {}

    /** The line, or nothing if it is none. */
    static Optional<AskLine> read(byte[] line) {
        return Reading.text(line).flatMap(Reading::object).flatMap(object -> switch (object.path("t")
                .asText("")) {
            case "ask" -> Reading.question(object).map(Ask::new);
            case "withdraw" ->
                Reading.id(object)
                        .filter(id -> Reading.has(object, Set.of("t", "id")))
                        .map(Withdraw::new);
            default -> Optional.empty();
        });
    }

    /** An answer as the box reads it. */
    static byte[] answer(String id, Answer answer) {
        ObjectNode line =
                JsonNodeFactory.instance.objectNode().put("t", "answer").put("id", id);
        switch (answer) {
            case Answer.Allowed() -> line.put("behavior", "allow").put("message", "");
            case Answer.Denied(String message) -> line.put("behavior", "deny").put("message", message);
            case Answer.Said(String text) -> line.put("behavior", "answer").put("message", text);
            case Answer.Withdrawn(String message) ->
                line.put("behavior", "deny").put("message", message);
        }
        return (line + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** How a line is taken apart. */
    final class Reading {
        private static final int MOST_CHOICES = 8;
        private static final int LONGEST_NAME = 200;
        private static final int LONGEST_QUESTION = 8 * 1024;
        private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

        private static final ObjectReader READER = JsonMapper.builder(JsonFactory.builder()
                        .streamReadConstraints(StreamReadConstraints.builder()
                                .maxNestingDepth(64)
                                .maxNumberLength(64)
                                .build())
                        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .build())
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                // A number is shown as it was asked with.
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build()
                .reader();

        private Reading() {}

        static Optional<String> text(byte[] line) {
            try {
                return Optional.of(StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(line))
                        .toString());
            } catch (CharacterCodingException notText) {
                return Optional.empty();
            }
        }

        static Optional<ObjectNode> object(String line) {
            try {
                return READER.readTree(line) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
            } catch (JsonProcessingException notJson) {
                return Optional.empty();
            }
        }

        static boolean has(ObjectNode object, Set<String> fields) {
            Set<String> there = new HashSet<>();
            object.fieldNames().forEachRemaining(there::add);
            return there.equals(fields);
        }

        static Optional<String> id(ObjectNode object) {
            return word(object.path("id")).filter(id -> ID.matcher(id).matches());
        }

        static Optional<Question> question(ObjectNode object) {
            return id(object).flatMap(id -> switch (object.path("kind").asText("")) {
                case "permission" -> permission(id, object);
                case "question" -> choice(id, object);
                default -> Optional.empty();
            });
        }

        private static Optional<Question> permission(String id, ObjectNode object) {
            Optional<String> tool = name(object.path("tool"));
            Optional<String> use = word(object.path("use")).filter(text -> text.isEmpty() || isName(text));
            JsonNode input = object.path("input");
            boolean whole = has(object, Set.of("t", "id", "kind", "tool", "input", "use"))
                    && input.isObject()
                    && storable(input.toString());
            return whole && tool.isPresent() && use.isPresent()
                    ? Optional.of(new Question.Permission(id, tool.get(), input.toString(), use.get()))
                    : Optional.empty();
        }

        private static Optional<Question> choice(String id, ObjectNode object) {
            Optional<String> text = word(object.path("question"))
                    .filter(said -> !said.isBlank() && said.length() <= LONGEST_QUESTION && storable(said));
            JsonNode offered = object.path("choices");
            List<String> choices = new ArrayList<>();
            offered.forEach(one -> name(one).ifPresent(choices::add));
            boolean whole = has(object, Set.of("t", "id", "kind", "question", "choices"))
                    && offered.isArray()
                    && offered.size() <= MOST_CHOICES
                    && choices.size() == offered.size();
            return whole && text.isPresent()
                    ? Optional.of(new Question.Choice(id, text.get(), choices))
                    : Optional.empty();
        }

        private static Optional<String> word(JsonNode node) {
            return node.isTextual() ? Optional.of(node.textValue()) : Optional.empty();
        }

        private static Optional<String> name(JsonNode node) {
            return word(node).filter(Reading::isName);
        }

        private static boolean isName(String text) {
            return !text.isBlank()
                    && text.length() <= LONGEST_NAME
                    && text.chars().noneMatch(Character::isISOControl)
                    && storable(text);
        }

        private static boolean storable(String text) {
            return text.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text);
        }
    }
}
