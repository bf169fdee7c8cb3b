package dev.mausbot.home.turn;

import dev.mausbot.home.gate.Caller;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The turns in which something can still be asked or told. A turn leaves before its transcript ends: when its engine says
 * that it is done, when somebody interrupts it, at the latest when its last process is gone.
 */
@Singleton
public final class RunningTurns {
    private final Map<String, RunningTurn> running = new ConcurrentHashMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    RunningTurns() {}

    /** Wants to know when a turn is over. */
    @FunctionalInterface
    public interface Listener {
        /**
         * Called after the turn has left, and before its transcript ends; may be called more than once.
         *
         * @param why a sentence for the owner
         */
        void over(RunningTurn turn, String why);
    }

    /** From now on. */
    public void whenOver(Listener listener) {
        listeners.add(listener);
    }

    /** The turn of this caller; empty if it is over, or not this bot's. */
    public Optional<RunningTurn> find(Caller caller) {
        return Optional.ofNullable(running.get(caller.turn()))
                .filter(turn ->
                        turn.bot().equals(caller.bot()) && turn.conversation().equals(caller.conversation()));
    }

    void begin(RunningTurn turn) {
        running.put(turn.id(), turn);
    }

    void over(String turn, String why) {
        RunningTurn left = running.remove(turn);
        if (left != null) {
            listeners.forEach(listener -> listener.over(left, why));
        }
    }
}
