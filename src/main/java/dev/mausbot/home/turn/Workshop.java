package dev.mausbot.home.turn;

import dev.mausbot.home.engine.Engines;
import dev.mausbot.home.launch.Launcher;
import jakarta.inject.Singleton;

/** All that turns are made with: where they are kept, and what starts them. */
@Singleton
record Workshop(
        Bots bots,
        Conversations conversations,
        TurnStore store,
        Feeds feeds,
        EventWriter writer,
        Engines engines,
        Launcher launcher,
        TurnKeys keys,
        TurnServers servers,
        Oversights oversights,
        TurnLimits limits) {

    /** The writer of a turn's events, to go on after the last that is stored. */
    Transcript transcript(String turn, long last) {
        return new Transcript(turn, last, store, feeds, writer);
    }

    /** Everything that a turn needs to know of itself, as it is stored now. */
    Assignment assignment(Turn turn) {
        Conversation conversation = conversations.find(turn.conversation()).orElseThrow();
        Bot bot = bots.find(conversation.bot()).orElseThrow();
        return new Assignment(turn, conversation, bot, store.message(turn.id()));
    }
}
