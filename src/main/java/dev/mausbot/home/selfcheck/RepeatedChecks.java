package dev.mausbot.home.selfcheck;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The self-checks of a server that has boxes: one whenever somebody asks, never two at once, and another one by itself a
 * day after the last; some minutes after, if that did not pass.
 */
public final class RepeatedChecks implements SelfChecks, AutoCloseable {
    private static final System.Logger LOG = System.getLogger("selfcheck");

    /** A check takes a second or two. The supervisor kills the server 29 s after it asked it to stop. */
    private static final long SECONDS_TO_CLOSE = 10;

    private final Supplier<SelfCheckResult> check;
    private final Consumer<SelfCheckResult> told;
    private final Pauses pauses;
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("self-check").daemon().factory());

    // Guarded by this; the last one that was begun, done or not.
    private Optional<CompletableFuture<SelfCheckResult>> latest = Optional.empty();
    private volatile Optional<SelfCheckResult> last = Optional.empty();

    /**
     * How long until the next one.
     *
     * @param passed after one that passed
     * @param failed after one that did not: what hindered it may be over
     */
    public record Pauses(Duration passed, Duration failed) {
        public static Pauses usual() {
            return new Pauses(Duration.ofHours(24), Duration.ofMinutes(10));
        }
    }

    /**
     * Makes ready; the first check is run when somebody asks.
     *
     * @param check attacks a box and returns what came of it; called on a thread of its own
     * @param told is told of every result
     */
    public RepeatedChecks(Supplier<SelfCheckResult> check, Consumer<SelfCheckResult> told, Pauses pauses) {
        this.check = check;
        this.told = told;
        this.pauses = pauses;
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        thread.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Optional<SelfCheckResult> last() {
        return last;
    }

    @Override
    public synchronized CompletableFuture<SelfCheckResult> run() {
        Optional<CompletableFuture<SelfCheckResult>> running = latest.filter(one -> !one.isDone());
        if (running.isPresent()) {
            return running.get().copy();
        }
        CompletableFuture<SelfCheckResult> next = new CompletableFuture<>();
        latest = Optional.of(next);
        try {
            thread.getQueue().clear(); // the one that was due by itself
            thread.execute(() -> runNow(next));
        } catch (RejectedExecutionException closed) {
            next.completeExceptionally(new IllegalStateException("the server is going down", closed));
        }
        return next.copy();
    }

    private void runNow(CompletableFuture<SelfCheckResult> promised) {
        try {
            SelfCheckResult result = check.get();
            last = Optional.of(result);
            told.accept(result);
            again(result.passed() ? pauses.passed() : pauses.failed());
            promised.complete(result);
        } catch (RuntimeException | Error bug) {
            // What was proven before says nothing about now.
            last = Optional.empty();
            LOG.log(System.Logger.Level.ERROR, "a self-check broke off, so no boxed turn is let run", bug);
            again(pauses.failed());
            promised.completeExceptionally(bug);
        }
    }

    private void again(Duration pause) {
        try {
            var _ = thread.schedule(this::due, pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            return; // the server is going down
        }
    }

    private void due() {
        var _ = run();
    }

    /** Begins none any more, and waits for the one that runs: it puts away what it made. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(SECONDS_TO_CLOSE, TimeUnit.SECONDS)) {
                LOG.log(System.Logger.Level.WARNING, "a self-check did not end; the next start puts its folders away");
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
