package dev.mausbot.home.turn;

import dev.mausbot.home.engine.TurnEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one writer of a turn's events: numbers them, stores them, then tells the readers. Bounded in total: after
 * {@value #MOST_CHARS} characters the engine's events are dropped, one event says so, and the turn goes on.
 */
final class Transcript {
    static final long MOST_CHARS = 32 << 20;
    static final int MOST_NOTES = 1000;
    /** What an event costs beside its data: rows and index entries are not free. */
    private static final int EVENT_CHARS = 64;
    /** A message, as an owner's may be. */
    private static final int MOST_SAID = 1 << 20;

    private final String turn;
    private final TurnStore store;
    private final Feeds feeds;
    private final EventWriter writer;
    // Guards all below, and is held while storing: what is told is told in the order of its numbers.
    private final ReentrantLock lock = new ReentrantLock();
    private final StringBuilder said = new StringBuilder();
    private long last;
    private long chars;
    private int notes;
    private boolean full;
    private boolean over;

    Transcript(String turn, long last, TurnStore store, Feeds feeds, EventWriter writer) {
        this.turn = turn;
        this.store = store;
        this.feeds = feeds;
        this.writer = writer;
        this.last = last;
    }

    void started(boolean boxed) {
        locked(() -> write(List.of(writer.started(last + 1, boxed))));
    }

    void append(List<TurnEvent> events) {
        locked(() -> {
            List<StoredEvent> fitting = new ArrayList<>();
            for (TurnEvent event : events) {
                if (event instanceof TurnEvent.Text(String text)) {
                    said.append(text, 0, Math.min(text.length(), MOST_SAID - said.length()));
                }
                if (!full) {
                    fitting.add(bounded(last + 1 + fitting.size(), event));
                }
            }
            if (!fitting.isEmpty()) {
                write(fitting);
            }
        });
    }

    /** Keeps a bot's line for its owner; false if the turn is over or has had its share of them. */
    boolean note(String text) {
        lock.lock();
        try {
            if (over || notes >= MOST_NOTES) {
                return false;
            }
            StoredEvent event = writer.note(last + 1, text);
            store.append(turn, event, text);
            notes++;
            tell(List.of(event));
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Keeps an event of the home's own; false if the turn is over. Its sender bounds how many there are. */
    boolean add(String type, String data) {
        lock.lock();
        try {
            if (over) {
                return false;
            }
            write(List.of(new StoredEvent(last + 1, type, data)));
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Stores how it ended; nothing comes after that. */
    void end(Ending ending) {
        locked(() -> {
            StoredEvent event = writer.ended(last + 1, ending);
            store.end(turn, ending, event, said.toString());
            over = true;
            tell(List.of(event));
        });
    }

    private StoredEvent bounded(long id, TurnEvent event) {
        StoredEvent stored = writer.engine(id, event);
        chars += stored.data().length() + EVENT_CHARS;
        if (chars <= MOST_CHARS) {
            return stored;
        }
        full = true;
        return writer.engine(
                id,
                new TurnEvent.Status("This turn has written " + (MOST_CHARS >> 20)
                        + " MiB. It goes on, but no more of what it writes is kept."));
    }

    private void write(List<StoredEvent> events) {
        store.append(turn, events);
        tell(events);
    }

    private void tell(List<StoredEvent> events) {
        long before = last;
        last += events.size();
        feeds.stored(turn, new Feeds.Stored(before, List.copyOf(events)));
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            if (!over) {
                action.run();
            }
        } finally {
            lock.unlock();
        }
    }
}
