package dev.mausbot.home;

import dev.mausbot.home.box.Box;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What happens when this program is told to stop (TERM, INT, HUP): the box's command is asked to, is given its time, and
 * what was made for it is put away. It does not end before {@link #close()}.
 */
final class Stopping implements AutoCloseable {
    /** Longer than the box's own grace, after which it is killed, and the putting away. */
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private Optional<Box> started = Optional.empty();
    private boolean told;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook = Thread.ofPlatform().name("stopping").unstarted(this::stop);

    private Stopping() {}

    /** From now on the program stops like that. */
    static Stopping inOrder() {
        Stopping stopping = new Stopping();
        Runtime.getRuntime().addShutdownHook(stopping.hook);
        return stopping;
    }

    /** The box that is to be asked; at once, if the program was told to stop while it was being started. */
    synchronized void ask(Box box) {
        started = Optional.of(box);
        if (told) {
            box.interrupt();
        }
    }

    private synchronized void tell() {
        told = true;
        started.ifPresent(Box::interrupt);
    }

    private void stop() {
        tell();
        try {
            if (!over.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("box: it did not end in time; what it used may be left behind");
            }
        } catch (InterruptedException nobodyDoesThat) {
            Thread.currentThread().interrupt();
        }
    }

    /** Nothing is left to be put away. */
    @Override
    public void close() {
        over.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException stopping) {
            // The hook is running already, and has just been let go.
        }
    }
}
