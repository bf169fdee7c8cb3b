package dev.mausbot.home.turn;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jboss.logging.Logger;

/**
 * Takes turns, lets them wait, runs them and ends them. What it has said yes to is stored before it says so, and survives
 * the server: after a crash the turns that ran read interrupted, and those that waited are queued again.
 */
@Singleton
public final class Turns {
    /** How many may wait on the machine, and in one conversation. */
    static final int MOST_WAITING = 1000;

    static final int MOST_WAITING_IN_ONE = 100;
    /** After an interrupt: TERM, 5 s, KILL, and some for the rest. */
    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(8);

    private static final Logger LOG = Logger.getLogger(Turns.class);

    private final Workshop shop;
    private final TurnStore store;

    // Held over storing and queueing, so that the order in the store is the order in the queue. Taken before the next
    // one.
    private final ReentrantLock submitting = new ReentrantLock();
    // Guards all below; never held while storing or starting something.
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition fewer = lock.newCondition();
    private final TurnQueue<TurnRun> queue;
    private boolean open;
    private boolean closing;

    @Inject
    Turns(Workshop shop) {
        this.shop = shop;
        this.store = shop.store();
        this.queue = new TurnQueue<>(shop.limits().atOnce());
    }

    /** What became of a message. */
    sealed interface Submitted {
        /** It is stored, and waits at this position: 1 is the next, 0 runs already. */
        record Queued(Turn turn, int position) implements Submitted {}

        /** There is no such conversation; nothing was stored. */
        record NoConversation() implements Submitted {}

        /** There are too many already; nothing was stored. */
        record Full(String reason) implements Submitted {}

        /** The server is going down; nothing was stored. */
        record Closing() implements Submitted {}
    }

    /** Stores a message and queues its turn. */
    Submitted submit(String conversation, String message) {
        submitting.lock();
        try {
            Optional<Submitted> refused = refusal(conversation);
            if (refused.isPresent()) {
                return refused.get();
            }
            if (shop.conversations().find(conversation).isEmpty()) {
                return new Submitted.NoConversation();
            }
            Turn turn = store.add(conversation, message);
            enqueue(turn);
            return new Submitted.Queued(turn, position(turn.id()));
        } finally {
            submitting.unlock();
        }
    }

    Optional<Turn> find(String id) {
        return store.find(id);
    }

    /** Its place among those that wait; 0 if it does not. */
    int position(String turn) {
        lock.lock();
        try {
            return queue.position(turn).orElse(0);
        } finally {
            lock.unlock();
        }
    }

    /** How many run now. */
    int running() {
        lock.lock();
        try {
            return queue.running().size();
        } finally {
            lock.unlock();
        }
    }

    /** How many wait now. */
    int waiting() {
        lock.lock();
        try {
            return queue.waiting();
        } finally {
            lock.unlock();
        }
    }

    /** The turn of a conversation that runs now. */
    Optional<String> runningIn(String conversation) {
        lock.lock();
        try {
            return queue.runningIn(conversation);
        } finally {
            lock.unlock();
        }
    }

    /** Ends a turn that waits or runs, as the owner wishes; nothing if it is over. Returns before a running one has ended. */
    void interrupt(String id) {
        Optional<Turn> turn = store.find(id);
        if (turn.isEmpty()) {
            return;
        }
        boolean waited;
        lock.lock();
        try {
            waited = queue.remove(id);
            queue.running(id).ifPresent(run -> run.interrupt("The owner stopped it."));
        } finally {
            lock.unlock();
        }
        if (waited) {
            shop.transcript(id, 0).end(Ending.interrupted("The owner stopped it before it began."));
        }
    }

    /** The transcript of a turn that runs and belongs to this bot: what its box may write to. */
    Optional<Transcript> transcript(String turn, String bot) {
        lock.lock();
        try {
            return queue.running(turn).flatMap(run -> run.transcriptFor(bot));
        } finally {
            lock.unlock();
        }
    }

    /** From now on what waits is started. Until then messages are taken, and their turns wait. */
    public void open() {
        lock.lock();
        try {
            open = true;
            startNext();
        } finally {
            lock.unlock();
        }
    }

    /** To be called once, before anything else: what the last server left is ended or queued again. */
    public void recover() {
        List<Turn> torn = store.running();
        torn.forEach(turn -> shop.transcript(turn.id(), store.lastEvent(turn.id()))
                .end(Ending.interrupted(
                        "The server stopped while this turn was running. What it had stored is above.")));
        List<Turn> waiting = store.queued();
        if (!torn.isEmpty() || !waiting.isEmpty()) {
            LOG.infof("after the last stop: %d turns read interrupted, %d wait again", torn.size(), waiting.size());
        }
        waiting.forEach(this::enqueue);
    }

    /** Takes and starts nothing more, gives what runs so much time, then interrupts it. What waits stays queued. */
    public void close(Duration grace) {
        lock.lock();
        try {
            closing = true;
            awaitNone(grace);
            queue.running().forEach(run -> run.interrupt("The server was stopped."));
            awaitNone(AFTER_INTERRUPT);
            if (!queue.running().isEmpty()) {
                LOG.warnf(
                        "%d turns did not end in time; they read interrupted after the next start",
                        queue.running().size());
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void awaitNone(Duration most) throws InterruptedException {
        long nanos = most.toNanos();
        while (!queue.running().isEmpty() && nanos > 0) {
            nanos = fewer.awaitNanos(nanos);
        }
    }

    private Optional<Submitted> refusal(String conversation) {
        lock.lock();
        try {
            if (closing) {
                return Optional.of(new Submitted.Closing());
            }
            if (queue.waiting() >= MOST_WAITING) {
                return Optional.of(new Submitted.Full(MOST_WAITING + " turns wait already. Try again later."));
            }
            return queue.waitingIn(conversation) >= MOST_WAITING_IN_ONE
                    ? Optional.of(new Submitted.Full(
                            MOST_WAITING_IN_ONE + " turns of this conversation wait already. Try again later."))
                    : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private void enqueue(Turn turn) {
        lock.lock();
        try {
            queue.add(turn);
            startNext();
        } finally {
            lock.unlock();
        }
    }

    /** With the lock held: starts what may start. Each turn has a thread that ends with it, and lets the next one in. */
    private void startNext() {
        if (closing || !open) {
            return;
        }
        for (Optional<Turn> next = queue.next(); next.isPresent(); next = queue.next()) {
            Turn turn = next.get();
            TurnRun run = new TurnRun(turn, shop);
            queue.started(turn, run);
            Thread.ofVirtual().name("turn-" + turn.id()).start(() -> {
                try {
                    run.run();
                } finally {
                    ended(turn);
                }
            });
        }
    }

    private void ended(Turn turn) {
        lock.lock();
        try {
            queue.ended(turn);
            fewer.signalAll();
            startNext();
        } finally {
            lock.unlock();
        }
    }
}
