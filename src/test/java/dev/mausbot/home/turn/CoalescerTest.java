package dev.mausbot.home.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.engine.TurnEvent;
import dev.mausbot.home.engine.TurnEvent.Output;
import dev.mausbot.home.engine.TurnEvent.Status;
import dev.mausbot.home.engine.TurnEvent.Stream;
import dev.mausbot.home.engine.TurnEvent.Text;
import dev.mausbot.home.engine.TurnEvent.Thinking;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CoalescerTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // nanoTime may overflow at any time
    private final Coalescer coalescer = new Coalescer(now::get);

    @Test
    void joinsWhatComesWithinFiftyMilliseconds() {
        coalescer.add(new Text("Hel"));
        now.addAndGet(Coalescer.HOLD_NANOS - 1);
        coalescer.add(new Text("lo"));
        assertThat(coalescer.due()).isEmpty();
        assertThat(coalescer.dueInNanos()).hasValue(1);
        now.addAndGet(1);
        assertThat(coalescer.due()).containsExactly(new Text("Hello"));
        assertThat(coalescer.dueInNanos()).isEmpty();
    }

    @Test
    void fourKibibytesAreDueAtOnce() {
        coalescer.add(new Text("x".repeat(4095)));
        assertThat(coalescer.due()).isEmpty();
        coalescer.add(new Text("y"));
        assertThat(coalescer.due()).containsExactly(new Text("x".repeat(4095) + "y"));
    }

    @Test
    void nothingOvertakes() {
        coalescer.add(new Text("a"));
        coalescer.add(new Thinking("b"));
        coalescer.add(new Status("c"));
        coalescer.add(new Output(Stream.OUT, "1"));
        coalescer.add(new Output(Stream.OUT, ""));
        coalescer.add(new Output(Stream.ERR, "2"));
        assertThat(coalescer.rest())
                .containsExactly(
                        new Text("a"),
                        new Thinking("b"),
                        new Status("c"),
                        new Output(Stream.OUT, "1\n"),
                        new Output(Stream.ERR, "2"));
    }

    @Test
    void anEmptyLineIsALine() {
        coalescer.add(new Output(Stream.OUT, ""));
        assertThat(coalescer.rest()).containsExactly(new Output(Stream.OUT, ""));
    }

    @Test
    void aLongTextIsCutBetweenCharacters() {
        String mouse = "\uD83D\uDC2D";
        coalescer.add(new Text("a" + mouse.repeat(Coalescer.LONGEST_CHARS)));
        List<TurnEvent> events = coalescer.rest();
        assertThat(events).hasSizeGreaterThan(2).allSatisfy(event -> {
            String text = ((Text) event).text();
            assertThat(text.length()).isLessThanOrEqualTo(Coalescer.LONGEST_CHARS);
            assertThat(Character.isHighSurrogate(text.charAt(text.length() - 1)))
                    .isFalse();
        });
        assertThat(said(events)).isEqualTo("a" + mouse.repeat(Coalescer.LONGEST_CHARS));
    }

    @Property
    void noTextIsLostOrMoved(@ForAll @Size(max = 40) List<String> texts, @ForAll @Size(max = 40) List<Boolean> takes) {
        Coalescer fresh = new Coalescer(now::get);
        StringBuilder taken = new StringBuilder();
        for (int i = 0; i < texts.size(); i++) {
            fresh.add(new Text(texts.get(i)));
            if (i < takes.size() && takes.get(i)) {
                now.addAndGet(Coalescer.HOLD_NANOS);
                taken.append(said(fresh.due()));
            }
        }
        taken.append(said(fresh.rest()));
        assertThat(taken.toString()).isEqualTo(String.join("", texts));
    }

    private static String said(List<TurnEvent> events) {
        return events.stream().map(event -> ((Text) event).text()).collect(Collectors.joining());
    }
}
