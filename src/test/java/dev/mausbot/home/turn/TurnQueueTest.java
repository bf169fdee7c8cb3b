package dev.mausbot.home.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TurnQueueTest {
    private final TurnQueue<String> queue = new TurnQueue<>(2);

    private static Turn turn(String id, String conversation) {
        return new Turn(
                id,
                conversation,
                TurnState.QUEUED,
                Optional.empty(),
                Instant.EPOCH,
                Optional.empty(),
                Optional.empty());
    }

    private Optional<String> start() {
        Optional<Turn> next = queue.next();
        next.ifPresent(turn -> queue.started(turn, "run of " + turn.id()));
        return next.map(Turn::id);
    }

    @Test
    void firstComeFirstServedAndSoManyAtOnce() {
        queue.add(turn("1", "a"));
        queue.add(turn("2", "b"));
        queue.add(turn("3", "c"));
        assertThat(start()).contains("1");
        assertThat(start()).contains("2");
        assertThat(start()).isEmpty();
        assertThat(queue.position("3")).hasValue(1);
        queue.ended(turn("1", "a"));
        assertThat(start()).contains("3");
        assertThat(queue.position("3")).isEmpty();
    }

    @Test
    void aBusyConversationLetsOthersPassAndKeepsItsPlace() {
        queue.add(turn("1", "a"));
        queue.add(turn("2", "a"));
        queue.add(turn("3", "b"));
        queue.add(turn("4", "b"));
        assertThat(start()).contains("1");
        assertThat(start()).contains("3");
        assertThat(queue.position("2")).hasValue(1);
        assertThat(queue.position("4")).hasValue(2);
        queue.ended(turn("3", "b"));
        assertThat(start()).contains("4");
        queue.ended(turn("1", "a"));
        assertThat(start()).contains("2");
    }

    @Test
    void whatIsTakenOutNeverStarts() {
        queue.add(turn("1", "a"));
        assertThat(queue.remove("1")).isTrue();
        assertThat(queue.remove("1")).isFalse();
        assertThat(start()).isEmpty();
        assertThat(queue.waiting()).isZero();
    }

    @Test
    void countsEachConversationApart() {
        queue.add(turn("1", "a"));
        queue.add(turn("2", "a"));
        queue.add(turn("3", "b"));
        assertThat(queue.waitingIn("a")).isEqualTo(2);
        assertThat(queue.waitingIn("b")).isEqualTo(1);
        assertThat(queue.waitingIn("c")).isZero();
    }
}
