package dev.mausbot.home.web;

import dev.mausbot.home.engine.Engine;
import dev.mausbot.home.engine.Engines;
import dev.mausbot.home.turn.Bot;
import dev.mausbot.home.turn.Conversation;
import dev.mausbot.home.turn.ConversationResource;
import jakarta.inject.Singleton;
import java.util.List;

/** Reads bots with their newest conversations. */
@Singleton
record BotViews(ConversationResource conversations, Engines engines) {
    private static final int MOST_TITLE = 80;

    /** A bot with so many of its conversations that began before one of them. */
    BotView of(Bot bot, long before, int limit) {
        List<Conversation> found = conversations.newest(bot.id(), before, limit + 1);
        List<Conversation> shown = found.subList(0, Math.min(limit, found.size()));
        return new BotView(
                bot.id(),
                bot.name(),
                bot.engine(),
                bot.model().orElse(""),
                engines.byId(bot.engine())
                        .filter(Engine::asks)
                        .map(_ -> asking(bot))
                        .orElse(""),
                shown.stream()
                        .map(talk -> new BotView.Talk(talk.id(), title(talk), new Moment(talk.createdAt())))
                        .toList(),
                found.size() > limit ? shown.getLast().ordinal() : 0);
    }

    private static String asking(Bot bot) {
        return switch (bot.approvals()) {
            case ASK -> "asks before it acts";
            case AUTO -> "asks unless it is plainly harmless";
            case FULL -> "does not ask";
        };
    }

    /** Its title, or how it begins: a list of untitled ones would say nothing. */
    private String title(Conversation talk) {
        return talk.title()
                .or(() -> conversations
                        .beginning(talk.id(), MOST_TITLE + 1)
                        .map(text -> text.length() > MOST_TITLE ? text.substring(0, MOST_TITLE) + "…" : text)
                        .map(text -> text.strip().replaceAll("\\s+", " ")))
                .orElse("Nothing said yet");
    }
}
