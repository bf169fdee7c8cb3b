package dev.mausbot.home.engine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Reads what one engine process prints, line by line. The lines are attacker's text: a decoder never throws on one, and
 * what it cannot read becomes {@link TurnEvent.Junk}. Not safe for several threads.
 */
public interface OutputDecoder {
    /** What one line of standard output means; without its line end. */
    List<TurnEvent> line(String line);

    /** What one line of standard error means. */
    List<TurnEvent> errorLine(String line);

    /** What the end of the process means. Exactly one {@link TurnEvent.Finished} is given in a run's whole life. */
    List<TurnEvent> end(int exitCode);

    /**
     * What is to be written to the engine's standard input now, in this order, line ends included; asked for after each
     * line and given once. An engine whose protocol is a dialogue is answered so.
     */
    default List<String> replies() {
        return List.of();
    }

    /**
     * The line that interrupts the engine its own way, from when on there is one, in place of the plan's: some are known
     * only once the engine has named its session.
     */
    default Optional<String> interruptLine() {
        return Optional.empty();
    }

    /**
     * How long the engine may print nothing on standard output just now; empty where there is no telling, as while a model
     * thinks or a tool works. Asked for again after each line.
     */
    default Optional<Duration> longestSilence() {
        return Optional.empty();
    }

    /** What it means that the engine was silent for so long; the run is ended if it means that it has finished. */
    default List<TurnEvent> silent() {
        return List.of();
    }
}
