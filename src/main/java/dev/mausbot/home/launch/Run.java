package dev.mausbot.home.launch;

import dev.mausbot.home.box.LaunchPlan;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One run: gives the engine its prompt, ends it in time, and tells how it ended. */
final class Run implements BoxedRun {
    private static final int UNKNOWN = -1;
    private static final Duration ENGINES_OWN_WAY = Duration.ofSeconds(5);

    private final Lifeline lifeline;
    private final LaunchPlan plan;
    private final boolean boxed;
    private final long startedAt = System.nanoTime();
    private final Object inputLock = new Object();
    private final CompletableFuture<Void> prompted = new CompletableFuture<>();
    private volatile RunEnd.Cause cause = RunEnd.Cause.EXITED;
    private volatile Optional<String> interruptLine;
    private final CompletableFuture<RunEnd> end;

    private Run(Lifeline lifeline, LaunchPlan plan, boolean boxed) {
        this.lifeline = lifeline;
        this.plan = plan;
        this.boxed = boxed;
        this.interruptLine = plan.interruptLine();
        this.end = lifeline.over()
                .thenApply(over -> new RunEnd(over.exitCode(), cause, over.lasted()))
                .exceptionally(this::unknownEnd);
    }

    /** Begins a run over processes that were just started. */
    static Run begin(Lifeline lifeline, LaunchPlan plan, boolean boxed, Duration timeLimit) {
        Run run = new Run(lifeline, plan, boxed);
        Thread.ofVirtual().name("prompt").start(run::writePrompt);
        Thread.ofVirtual().name("time-limit").start(() -> run.endAfter(timeLimit));
        return run;
    }

    /** The processes are gone in any case; only how they ended may be unknown. */
    private RunEnd unknownEnd(Throwable failure) {
        System.getLogger("launch").log(System.Logger.Level.WARNING, "a run could not be watched to its end", failure);
        return new RunEnd(UNKNOWN, cause, Duration.ofNanos(System.nanoTime() - startedAt));
    }

    /** The first to end a run is what ended it. */
    private synchronized boolean claim(RunEnd.Cause why) {
        if (end.isDone() || cause != RunEnd.Cause.EXITED) {
            return false;
        }
        cause = why;
        return true;
    }

    /** A program may end, or close its input, without reading its prompt: its output tells the rest. */
    private void writePrompt() {
        OutputStream input = lifeline.input();
        try {
            synchronized (inputLock) {
                input.write(plan.prompt().getBytes(StandardCharsets.UTF_8));
                input.flush();
                if (plan.input() == LaunchPlan.Input.CLOSED_AFTER_PROMPT) {
                    input.close();
                }
            }
        } catch (IOException unread) {
            System.getLogger("launch").log(System.Logger.Level.DEBUG, "a run did not read its prompt");
        } finally {
            prompted.complete(null);
        }
    }

    private void endAfter(Duration limit) {
        if (!overWithin(limit)) {
            stop(RunEnd.Cause.TIMED_OUT);
        }
    }

    private boolean overWithin(Duration limit) {
        try {
            end.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (java.util.concurrent.TimeoutException running) {
            return false;
        } catch (java.util.concurrent.ExecutionException failed) {
            return true;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public boolean boxed() {
        return boxed;
    }

    @Override
    public InputStream output() {
        return lifeline.output();
    }

    @Override
    public InputStream errors() {
        return lifeline.errors();
    }

    @Override
    public OutputStream input() {
        return lifeline.input();
    }

    @Override
    public void say(String line) {
        writeLine(lifeline.filled(line));
    }

    @Override
    public void interruptBy(String line) {
        interruptLine = Optional.of(line);
    }

    @Override
    public void interrupt() {
        Thread.ofVirtual().name("interrupt").start(() -> stop(RunEnd.Cause.INTERRUPTED));
    }

    private void stop(RunEnd.Cause why) {
        if (!claim(why)) {
            return;
        }
        Optional<String> line = interruptLine;
        if (line.isPresent()) {
            // A program that does not read could hold the writer for ever; the others are not to wait for it.
            Thread.ofVirtual().name("interrupt-line").start(() -> writeLine(line.get()));
            if (overWithin(ENGINES_OWN_WAY)) {
                return;
            }
        }
        lifeline.terminate();
    }

    private void writeLine(String line) {
        prompted.join();
        try {
            synchronized (inputLock) {
                lifeline.input().write(line.getBytes(StandardCharsets.UTF_8));
                lifeline.input().flush();
            }
        } catch (IOException ended) {
            System.getLogger("launch").log(System.Logger.Level.DEBUG, "a run ended before it was told something");
        }
    }

    @Override
    public CompletableFuture<RunEnd> end() {
        return end.copy();
    }

    @Override
    public void close() {
        claim(RunEnd.Cause.CLOSED);
        lifeline.kill();
        end.join();
    }
}
