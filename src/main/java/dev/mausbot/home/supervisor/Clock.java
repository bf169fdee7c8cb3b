package dev.mausbot.home.supervisor;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Time as the supervision sees it; in tests it passes at once. */
interface Clock {
    /** Since some moment in the past; never goes back. */
    Duration now();

    /** Waits until the gate is open, so long at most; whether it is. */
    boolean await(CountDownLatch gate, Duration most) throws InterruptedException;

    /** The machine's own. */
    static Clock system() {
        return new Clock() {
            @Override
            public Duration now() {
                return Duration.ofNanos(System.nanoTime());
            }

            @Override
            public boolean await(CountDownLatch gate, Duration most) throws InterruptedException {
                return gate.await(most.toNanos(), TimeUnit.NANOSECONDS);
            }
        };
    }
}
