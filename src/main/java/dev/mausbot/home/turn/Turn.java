package dev.mausbot.home.turn;

import java.time.Instant;
import java.util.Optional;

/**
 * One turn of a conversation: the owner's message and what the bot makes of it.
 *
 * @param reason why it did not finish, in words for the owner
 */
public record Turn(
        String id,
        String conversation,
        TurnState state,
        Optional<String> reason,
        Instant createdAt,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt) {}
