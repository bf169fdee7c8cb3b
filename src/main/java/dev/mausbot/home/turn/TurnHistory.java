package dev.mausbot.home.turn;

import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;

/** What has been said and done, for whoever shows it. */
@Singleton
public final class TurnHistory {
    private final TurnStore store;

    TurnHistory(TurnStore store) {
        this.store = store;
    }

    /**
     * A turn with what it was asked.
     *
     * @param ordinal grows with every turn of the home; older ones are asked for by the first one seen
     * @param message the owner's words
     */
    public record Past(Turn turn, long ordinal, String message) {}

    /** The newest turns of a conversation before one of them, the oldest of these first. */
    public List<Past> turns(String conversation, long before, int limit) {
        return store.past(conversation, before, limit);
    }

    /** The events of a turn after one, until there are no more or so many characters of them. */
    public List<StoredEvent> events(String turn, long after, int mostChars) {
        List<StoredEvent> all = new ArrayList<>();
        int chars = 0;
        long cursor = after;
        List<StoredEvent> page = store.events(turn, cursor);
        while (!page.isEmpty() && chars < mostChars) {
            all.addAll(page);
            chars += page.stream().mapToInt(event -> event.data().length()).sum();
            cursor = page.getLast().id();
            page = store.events(turn, cursor);
        }
        return all;
    }
}
