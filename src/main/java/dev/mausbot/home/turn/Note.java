package dev.mausbot.home.turn;

import java.time.Instant;

/** A line that a bot left for its owner in the middle of a turn. Attacker's text. */
public record Note(String id, long ordinal, String conversation, String turn, String text, Instant createdAt) {}
