package dev.mausbot.home.supervisor;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Keeps one server running until it is told to stop. A server that ends by itself is started again after a pause, one that
 * asks for it by its exit code at once.
 */
final class Supervision {
    /** The server wants to be started again ({@code EX_TEMPFAIL}, sysexits(3)). */
    static final int AGAIN = 75;

    /** Running turns get 20 s, interrupted ones up to 8 s to end; a platform kills the whole machine after 30 s. */
    static final Duration PATIENCE = Duration.ofSeconds(29);

    static final Duration AFTER_KILL = Duration.ofSeconds(1);

    private static final int CLEAN = 0;
    private static final int UNCLEAN = 1;

    /** How a program ends that was asked to: by itself, or with the number of INT or TERM (128 and more, like a shell). */
    private static final Set<Integer> DRAINED = Set.of(0, 128 + 2, 128 + 15);

    private final Servers servers;
    private final Clock clock;
    private final Consumer<String> log;
    private final Backoff backoff = new Backoff();
    private final CountDownLatch told = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);

    // Guards the two below: a stop may come while a server is being started.
    private final Object lock = new Object();
    private Optional<Servers.Running> running = Optional.empty();
    private int result = UNCLEAN;

    Supervision(Servers servers, Clock clock, Consumer<String> log) {
        this.servers = servers;
        this.clock = clock;
        this.log = log;
    }

    /** Runs servers, one after the other, until {@link #stop}; 0 if the last one drained. */
    int run() throws InterruptedException {
        try {
            while (!isTold()) {
                Duration begun = clock.now();
                OptionalInt ended = serve();
                if (isTold()) {
                    finish(ended.isEmpty() || DRAINED.contains(ended.getAsInt()) ? CLEAN : UNCLEAN);
                    break;
                }
                Duration pause = pause(ended, clock.now().minus(begun));
                log.accept(sentence(ended) + ", starting it again "
                        + (pause.isZero() ? "at once" : "in " + pause.toSeconds() + " s"));
                if (clock.await(told, pause)) {
                    finish(CLEAN); // nothing runs that would have to drain
                }
            }
            synchronized (lock) {
                return result;
            }
        } finally {
            over.countDown();
        }
    }

    /** Has the server drain and waits for its end, so long as it may take; the exit code for this program. */
    int stop() throws InterruptedException {
        told.countDown();
        synchronized (lock) {
            running.ifPresent(Servers.Running::ask);
        }
        if (!clock.await(over, PATIENCE)) {
            log.accept("the server did not end within " + PATIENCE.toSeconds() + " s and is killed");
            synchronized (lock) {
                running.ifPresent(Servers.Running::kill);
            }
            clock.await(over, AFTER_KILL);
            return UNCLEAN;
        }
        synchronized (lock) {
            return result;
        }
    }

    private boolean isTold() {
        return told.getCount() == 0;
    }

    private void finish(int code) {
        synchronized (lock) {
            result = code;
        }
    }

    /** One server from its start to its end; empty if it could not be started or need not have been. */
    private OptionalInt serve() throws InterruptedException {
        Servers.Running server;
        synchronized (lock) {
            if (isTold()) {
                return OptionalInt.empty();
            }
            try {
                server = servers.start();
            } catch (IOException failed) {
                log.accept("the server could not be started: " + failed.getMessage());
                return OptionalInt.empty();
            }
            running = Optional.of(server);
        }
        int code = server.await();
        synchronized (lock) {
            running = Optional.empty();
        }
        return OptionalInt.of(code);
    }

    private Duration pause(OptionalInt ended, Duration ran) {
        return ended.isPresent() && ended.getAsInt() == AGAIN ? Duration.ZERO : backoff.after(ran);
    }

    private static String sentence(OptionalInt ended) {
        return ended.isPresent() ? "the server ended with code " + ended.getAsInt() : "there is no server";
    }
}
