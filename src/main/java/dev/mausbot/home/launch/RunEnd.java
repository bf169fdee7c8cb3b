package dev.mausbot.home.launch;

import java.time.Duration;

/**
 * How a run ended.
 *
 * @param exitCode the command's exit code; 128 + n if signal n ended it
 * @param cause what made it end
 * @param took from start to the end of its last process
 */
public record RunEnd(int exitCode, Cause cause, Duration took) {
    /** What made a run end. */
    public enum Cause {
        /** The command came to its own end. */
        EXITED,
        /** Somebody asked it to stop. */
        INTERRUPTED,
        /** It ran longer than it may. */
        TIMED_OUT,
        /** The server closed it. */
        CLOSED
    }
}
