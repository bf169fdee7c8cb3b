package dev.mausbot.home.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.mausbot.home.approval.Card;
import dev.mausbot.home.approval.CardState;
import dev.mausbot.home.approval.GrantKey;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A card as it is shown. All of the words but the notice are a boxed process's own.
 *
 * @param grant what "for this conversation" would allow, in words; empty if that is not to be had
 */
public record CardView(
        String id,
        String conversation,
        String turn,
        boolean permission,
        boolean open,
        String state,
        String tool,
        List<Parameter> parameters,
        String question,
        List<String> choices,
        String grant,
        String notice,
        String answer,
        Moment asked,
        Moment expires) {
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    public CardView {
        parameters = List.copyOf(parameters);
        choices = List.copyOf(choices);
    }

    /** One of the parameters of what is asked for; a text stands there as it is, anything else as JSON. */
    public record Parameter(String name, String text) {
        /** What is far below the first lines is not overlooked if it is known that there are more. */
        public long lines() {
            return text.lines().count();
        }
    }

    /** Two of one name, or what is no JSON object, would be shown as less than it is: then it stands there as it came. */
    static List<Parameter> parameters(String input) {
        return object(input)
                .map(read -> read.properties().stream()
                        .map(one -> new Parameter(
                                one.getKey(),
                                one.getValue().isTextual()
                                        ? one.getValue().textValue()
                                        : one.getValue().toString()))
                        .toList())
                .filter(parameters -> !parameters.isEmpty())
                .orElseGet(() -> List.of(new Parameter("", input)));
    }

    private static Optional<JsonNode> object(String input) {
        try {
            return Optional.ofNullable(STRICT.readTree(input)).filter(JsonNode::isObject);
        } catch (JsonProcessingException unreadable) {
            return Optional.empty();
        }
    }

    static String words(GrantKey grant) {
        return grant.program().isEmpty() ? grant.tool() : grant.tool() + ": " + grant.program();
    }

    static CardView of(Card card) {
        return new CardView(
                card.id(),
                card.conversation(),
                card.turn(),
                card.kind() == Card.Kind.PERMISSION,
                card.state() == CardState.OPEN,
                card.state().name().toLowerCase(Locale.ROOT),
                card.tool().orElse(""),
                card.input().map(CardView::parameters).orElseGet(List::of),
                card.question().orElse(""),
                card.choices(),
                card.grant().map(CardView::words).orElse(""),
                card.getNotice().orElse(""),
                card.answer().orElse(""),
                new Moment(card.createdAt()),
                new Moment(card.expiresAt()));
    }
}
