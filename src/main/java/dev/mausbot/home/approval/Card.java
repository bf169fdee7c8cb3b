package dev.mausbot.home.approval;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A question to the owner. {@code tool}, {@code input}, {@code question} and {@code choices} are a boxed process's own
 * words: whoever shows them escapes them, and shows all of them.
 *
 * @param ordinal grows with every card of the home; a page is asked for by the last one seen
 * @param tool of a permission
 * @param input of a permission: all parameters of the tool, as JSON
 * @param question of a question
 * @param grant what "for this conversation" would allow; empty if that is not to be had
 * @param answer the owner's words, or why it was closed
 * @param closedBy {@code owner}, or the name of a rule
 */
public record Card(
        String id,
        long ordinal,
        Kind kind,
        String conversation,
        String turn,
        String bot,
        Optional<String> tool,
        Optional<String> input,
        Optional<String> question,
        List<String> choices,
        Optional<GrantKey> grant,
        CardState state,
        Optional<String> answer,
        Optional<String> closedBy,
        Instant createdAt,
        Instant expiresAt,
        Optional<Instant> closedAt) {
    /** Stands on every card that asks for permission. */
    private static final String NOTICE =
            "The engine asks of its own accord. Whether it may use a tool is up to you; what it"
                    + " can reach with or without your word is up to its box.";

    public Card {
        choices = List.copyOf(choices);
    }

    /** What is asked for. */
    public enum Kind {
        /** To use a tool. */
        PERMISSION,
        /** An answer in words. */
        QUESTION
    }

    /** What the owner is told beside it. */
    public Optional<String> getNotice() {
        return kind == Kind.PERMISSION ? Optional.of(NOTICE) : Optional.empty();
    }
}
