package dev.mausbot.home.turn;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A conversation with one bot.
 *
 * @param ordinal grows with every conversation of the home; a page is asked for by the last one seen
 * @param folder where its turns work; empty for the bot's own folder
 * @param session the engine's session to go on with, if the bot's present engine named one
 */
public record Conversation(
        String id,
        long ordinal,
        String bot,
        Optional<String> title,
        Optional<Path> folder,
        @JsonIgnore Optional<String> session,
        Instant createdAt) {}
