package dev.mausbot.home.turn;

import java.time.Instant;

/**
 * What was said.
 *
 * @param ordinal grows with every message of the home; a page is asked for by the last one seen
 * @param turn the turn that it began or came out of
 */
public record Message(
        String id, long ordinal, String conversation, String turn, Author author, String text, Instant createdAt) {
    /** Who said it. */
    public enum Author {
        OWNER,
        BOT
    }
}
