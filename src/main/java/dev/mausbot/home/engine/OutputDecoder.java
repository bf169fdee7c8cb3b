package dev.mausbot.home.engine;

import java.util.List;

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
}
