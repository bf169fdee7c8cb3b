package dev.mausbot.home.supervisor;

import java.io.IOException;

/** How a server is started; in tests by something else than a process. */
@FunctionalInterface
interface Servers {
    /** Starts one. Called by one thread only, which lives as long as the server: the kernel ends the server with it. */
    Running start() throws IOException;

    /** A server that was started. */
    interface Running {
        /** Waits for its end; the exit code. */
        int await() throws InterruptedException;

        /** Asks it to end: it drains first. Nothing if it has ended. */
        void ask();

        /** Ends it. */
        void kill();
    }
}
