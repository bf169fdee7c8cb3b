package dev.mausbot.home.turn;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Tells the readers of a stream, such as a turn, what has just been stored. A feed keeps nothing: who comes late, or falls behind, reads the store.
 */
@Singleton
public class Feeds {
    private final Map<String, Set<Consumer<Stored>>> listeners = new ConcurrentHashMap<>();

    /**
     * Events of a turn that are in the store now.
     *
     * @param after the id of the event before them
     */
    public record Stored(long after, List<StoredEvent> events) {}

    /** A listener's place in a feed, given back by closing it. */
    interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    /** Calls the listener for all that is stored from now on; it must return at once. */
    Listening listen(String turn, Consumer<Stored> listener) {
        listeners.compute(turn, (id, set) -> {
            Set<Consumer<Stored>> all = set == null ? ConcurrentHashMap.newKeySet() : set;
            all.add(listener);
            return all;
        });
        return () -> listeners.computeIfPresent(turn, (id, set) -> {
            set.remove(listener);
            return set.isEmpty() ? null : set;
        });
    }

    /** Called in the order in which events are stored, after each is on the disk. */
    public void stored(String stream, Stored stored) {
        listeners.getOrDefault(stream, Set.of()).forEach(listener -> listener.accept(stored));
    }

    int listeners() {
        return listeners.values().stream().mapToInt(Set::size).sum();
    }
}
