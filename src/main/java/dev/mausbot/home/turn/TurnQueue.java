package dev.mausbot.home.turn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Who waits and who runs: first come, first served; one turn of a conversation at a time, so many on the machine. A turn
 * whose conversation is busy lets others pass, and nobody else is overtaken. Not safe for several threads.
 *
 * @param <R> what runs a turn
 */
final class TurnQueue<R> {
    private final int atOnce;
    private final List<Turn> waiting = new ArrayList<>();
    private final Map<String, R> runningByTurn = new HashMap<>();
    private final Map<String, String> turnOfConversation = new HashMap<>();

    TurnQueue(int atOnce) {
        this.atOnce = atOnce;
    }

    void add(Turn turn) {
        waiting.add(turn);
    }

    /** Takes the next turn that may start out of the waiting ones; it counts as running only once it is {@link #started}. */
    Optional<Turn> next() {
        if (runningByTurn.size() >= atOnce) {
            return Optional.empty();
        }
        for (Iterator<Turn> each = waiting.iterator(); each.hasNext(); ) {
            Turn turn = each.next();
            if (!turnOfConversation.containsKey(turn.conversation())) {
                each.remove();
                return Optional.of(turn);
            }
        }
        return Optional.empty();
    }

    void started(Turn turn, R run) {
        runningByTurn.put(turn.id(), run);
        turnOfConversation.put(turn.conversation(), turn.id());
    }

    void ended(Turn turn) {
        runningByTurn.remove(turn.id());
        turnOfConversation.remove(turn.conversation(), turn.id());
    }

    /** Takes a turn out of the waiting ones; false if it does not wait. */
    boolean remove(String turn) {
        return waiting.removeIf(each -> each.id().equals(turn));
    }

    Optional<R> running(String turn) {
        return Optional.ofNullable(runningByTurn.get(turn));
    }

    /** The turn of a conversation that runs. */
    Optional<String> runningIn(String conversation) {
        return Optional.ofNullable(turnOfConversation.get(conversation));
    }

    List<R> running() {
        return List.copyOf(runningByTurn.values());
    }

    /** How many turns came before it and still wait, and itself: 1 is the next; empty if it does not wait. */
    OptionalInt position(String turn) {
        for (int at = 0; at < waiting.size(); at++) {
            if (waiting.get(at).id().equals(turn)) {
                return OptionalInt.of(at + 1);
            }
        }
        return OptionalInt.empty();
    }

    int waiting() {
        return waiting.size();
    }

    int waitingIn(String conversation) {
        return (int) waiting.stream()
                .filter(turn -> turn.conversation().equals(conversation))
                .count();
    }
}
