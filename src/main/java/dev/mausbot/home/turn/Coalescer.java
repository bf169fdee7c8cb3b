package dev.mausbot.home.turn;

import dev.mausbot.home.engine.TurnEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Joins the small pieces in which an engine talks, so that one stored event holds what came within 50 ms or 4 KiB of it.
 * Lines of a program's output are joined by line feeds. Nothing overtakes: an event of another kind closes the piece before
 * it. Not safe for several threads.
 */
final class Coalescer {
    static final long HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    static final int FULL_CHARS = 4096;
    /** A single piece longer than this is cut: a stream's reader gets it in several events. */
    static final int LONGEST_CHARS = 32 * 1024;

    private final LongSupplier nanoTime;
    private final List<TurnEvent> ready = new ArrayList<>();
    private @Nullable Kind kind;
    private final StringBuilder piece = new StringBuilder();
    private long since;

    Coalescer(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    void add(TurnEvent event) {
        switch (event) {
            case TurnEvent.Text(String text) -> grow(Kind.TEXT, text);
            case TurnEvent.Thinking(String text) -> grow(Kind.THINKING, text);
            case TurnEvent.Output(TurnEvent.Stream stream, String line) ->
                grow(stream == TurnEvent.Stream.OUT ? Kind.OUT : Kind.ERR, line);
            default -> {
                close();
                ready.add(event);
            }
        }
    }

    /** What is to be stored now, in its order. */
    List<TurnEvent> due() {
        if (kind != null && nanoTime.getAsLong() - since >= HOLD_NANOS) {
            close();
        }
        return take();
    }

    /** Everything, however young. */
    List<TurnEvent> rest() {
        close();
        return take();
    }

    /** How many events are closed and wait to be stored. */
    int ready() {
        return ready.size();
    }

    /** How long until something is due; empty if nothing is held. */
    OptionalLong dueInNanos() {
        if (!ready.isEmpty()) {
            return OptionalLong.of(0);
        }
        return kind == null
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, since + HOLD_NANOS - nanoTime.getAsLong()));
    }

    private void grow(Kind wanted, String text) {
        if (kind != wanted) {
            close();
            kind = wanted;
            since = nanoTime.getAsLong();
        } else if (wanted.lines) {
            piece.append('\n');
        }
        piece.append(text);
        if (piece.length() >= FULL_CHARS) {
            close();
        }
    }

    private void close() {
        if (kind == null) {
            return;
        }
        int from = 0;
        do { // once even for an empty line: it is a line
            int to = Math.min(piece.length(), from + LONGEST_CHARS);
            if (to < piece.length() && Character.isHighSurrogate(piece.charAt(to - 1))) {
                to--;
            }
            ready.add(kind.event(piece.substring(from, to)));
            from = to;
        } while (from < piece.length());
        piece.setLength(0);
        kind = null;
    }

    private List<TurnEvent> take() {
        List<TurnEvent> taken = List.copyOf(ready);
        ready.clear();
        return taken;
    }

    /** What may be joined with its like. */
    private enum Kind {
        TEXT(/* lines= */ false),
        THINKING(/* lines= */ false),
        OUT(/* lines= */ true),
        ERR(/* lines= */ true);

        private final boolean lines;

        Kind(boolean lines) {
            this.lines = lines;
        }

        TurnEvent event(String text) {
            return switch (this) {
                case TEXT -> new TurnEvent.Text(text);
                case THINKING -> new TurnEvent.Thinking(text);
                case OUT -> new TurnEvent.Output(TurnEvent.Stream.OUT, text);
                case ERR -> new TurnEvent.Output(TurnEvent.Stream.ERR, text);
            };
        }
    }
}
