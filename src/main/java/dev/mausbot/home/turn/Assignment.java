package dev.mausbot.home.turn;

import dev.mausbot.home.engine.TurnRequest;
import java.nio.file.Path;
import java.util.List;

/** What is to be done in one turn: the message, and who is to work on it. */
record Assignment(Turn turn, Conversation conversation, Bot bot, String message) {
    /** The bot's own folder. */
    Path own(TurnLimits limits) {
        return limits.workspaces().resolve(bot.id());
    }

    TurnRequest request(TurnLimits limits) {
        return new TurnRequest(
                message,
                conversation.id(),
                conversation.session(),
                bot.model(),
                limits.home(),
                Refusals.workFolder(this, limits),
                limits.settings(),
                List.of());
    }
}
