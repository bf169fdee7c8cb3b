package dev.mausbot.home.turn;

import jakarta.inject.Singleton;

/** How busy the turns are, from memory: asking costs nothing and waits for nobody. */
@Singleton
public final class TurnFigures {
    private final Turns turns;
    private final TurnStore store;
    private final Feeds feeds;

    TurnFigures(Turns turns, TurnStore store, Feeds feeds) {
        this.turns = turns;
        this.store = store;
        this.feeds = feeds;
    }

    /** How many run now. */
    public int running() {
        return turns.running();
    }

    /** How many wait now. */
    public int queued() {
        return turns.waiting();
    }

    /** How many have ended like this since the server started. */
    public long ended(TurnState state) {
        return store.ended(state);
    }

    /** How many readers follow the events of a turn, or of the inbox, now. */
    public int readers() {
        return feeds.listeners();
    }
}
