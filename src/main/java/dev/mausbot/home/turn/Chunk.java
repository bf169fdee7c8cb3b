package dev.mausbot.home.turn;

import dev.mausbot.home.engine.TurnEvent;
import java.util.List;

/** What the reader of one of a run's outputs hands on. */
sealed interface Chunk {
    /** Lines that came in one read. */
    record Lines(TurnEvent.Stream stream, List<String> lines) implements Chunk {}

    /** That output is at its end. */
    record End(TurnEvent.Stream stream) implements Chunk {}
}
