package dev.mausbot.home.web;

import dev.mausbot.home.approval.Card;
import dev.mausbot.home.approval.CardState;
import java.util.List;
import java.util.Locale;

/**
 * A card as it is shown. All of the words but the notice are a boxed process's own.
 *
 * @param grant what "for this conversation" would allow, in words; empty if that is not to be had
 */
public record CardView(
        String id,
        String conversation,
        boolean permission,
        boolean open,
        String state,
        String tool,
        String input,
        String question,
        List<String> choices,
        String grant,
        String notice,
        String answer,
        Moment asked,
        Moment expires) {
    public CardView {
        choices = List.copyOf(choices);
    }

    static CardView of(Card card) {
        return new CardView(
                card.id(),
                card.conversation(),
                card.kind() == Card.Kind.PERMISSION,
                card.state() == CardState.OPEN,
                card.state().name().toLowerCase(Locale.ROOT),
                card.tool().orElse(""),
                card.input().orElse(""),
                card.question().orElse(""),
                card.choices(),
                card.grant()
                        .map(key -> key.program().isEmpty() ? key.tool() : key.tool() + ": " + key.program())
                        .orElse(""),
                card.getNotice().orElse(""),
                card.answer().orElse(""),
                new Moment(card.createdAt()),
                new Moment(card.expiresAt()));
    }
}
