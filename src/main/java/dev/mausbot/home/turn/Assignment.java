package dev.mausbot.home.turn;

import dev.mausbot.home.engine.McpServer;
import dev.mausbot.home.engine.Oversight;
import dev.mausbot.home.engine.TurnRequest;
import java.nio.file.Path;
import java.util.List;

/** What is to be done in one turn: the message, and who is to work on it. */
record Assignment(Turn turn, Conversation conversation, Bot bot, String message) {
    /** The bot's own folder. */
    Path own(TurnLimits limits) {
        return limits.workspaces().resolve(bot.id());
    }

    /** What the engine is asked. */
    TurnRequest request(TurnLimits limits, TurnKeys.Keys keys, List<McpServer> servers, Oversight oversight) {
        return new TurnRequest(
                message,
                conversation.id(),
                conversation.session(),
                bot.model(),
                limits.home(),
                Refusals.workFolder(this, limits),
                keys.settings(),
                servers,
                oversight);
    }
}
