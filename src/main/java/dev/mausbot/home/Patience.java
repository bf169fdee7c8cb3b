package dev.mausbot.home;

import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells a person who waits what for, if it takes long. */
final class Patience implements AutoCloseable {
    private static final long FIRST_SECONDS = 2;
    private static final long NEXT_SECONDS = 5;

    private final CountDownLatch over = new CountDownLatch(1);

    private Patience() {}

    /** From now on, until it is closed, a line after two seconds and then every five. */
    static Patience during(String what, PrintWriter err) {
        Patience patience = new Patience();
        Thread.ofVirtual().name("patience").start(() -> patience.tell(what, err));
        return patience;
    }

    private void tell(String what, PrintWriter err) {
        try {
            long waited = 0;
            for (long next = FIRST_SECONDS; !over.await(next, TimeUnit.SECONDS); next = NEXT_SECONDS) {
                waited += next;
                err.println(what + " … " + waited + " s so far");
                err.flush();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        over.countDown();
    }
}
