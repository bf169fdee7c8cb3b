package dev.mausbot.home.inside;

import java.io.PrintStream;

/** Lines on standard error, at most one a second: whoever is in the box can cause as many as they like. */
final class Complaints {
    private static final long PAUSE_NANOS = 1_000_000_000L;

    private final PrintStream err;
    private long last = System.nanoTime() - PAUSE_NANOS;
    private int kept;

    Complaints(PrintStream err) {
        this.err = err;
    }

    void say(String complaint) {
        long now = System.nanoTime();
        if (now - last < PAUSE_NANOS) {
            kept++;
            return;
        }
        err.println("bridge: " + complaint + (kept == 0 ? "" : " (and " + kept + " more faults before)"));
        last = now;
        kept = 0;
    }
}
