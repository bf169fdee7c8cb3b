package dev.mausbot.home.launch;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;

/**
 * A run: one process tree in one box with its gates, opened and closed as one. Where the box is off and the machine is a
 * person's own, the same without a box ({@link #boxed()} says which).
 */
public interface BoxedRun extends AutoCloseable {
    /** Whether a box is around it. */
    boolean boxed();

    /** What it prints; ends when the last process that holds it is gone. Attacker's bytes. */
    InputStream output();

    /** What it prints on standard error, the box's own messages (each begins with {@code box:}) among them. */
    InputStream errors();

    /** Its standard input, the plan's prompt already written. */
    OutputStream input();

    /**
     * Writes to its standard input after the prompt; {@code ${broker-url:GRANT}} is filled in as in a plan's files. Blocks
     * while it does not read; what is said to a run that has ended is dropped.
     */
    void say(String line);

    /** Makes this line, its end included, the engine's own way to be interrupted, in place of the plan's. */
    void interruptBy(String line);

    /**
     * Asks it to stop: the engine's own way if it has one, then TERM, 5 s later KILL. Returns at once; may be called
     * twice.
     */
    void interrupt();

    /** Completes when no process of it is left and its sockets and tokens are gone; never fails. */
    CompletableFuture<RunEnd> end();

    /** Ends it now, whatever it does, and waits until nothing is left. */
    @Override
    void close();
}
