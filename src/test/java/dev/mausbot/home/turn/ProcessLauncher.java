package dev.mausbot.home.turn;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.launch.BoxedRun;
import dev.mausbot.home.launch.Launched;
import dev.mausbot.home.launch.Launcher;
import dev.mausbot.home.launch.RunEnd;
import dev.mausbot.home.launch.RunRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Starts real processes with no box around them, and remembers what it was asked for. */
final class ProcessLauncher implements Launcher {
    private final List<RunRequest> requests = new CopyOnWriteArrayList<>();

    List<RunRequest> requests() {
        return List.copyOf(requests);
    }

    @Override
    public Launched start(RunRequest request) {
        requests.add(request);
        if (request.plan().command().getFirst().equals("no-launch")) {
            return new Launched.Refused("the box is off: bubblewrap is missing (install bubblewrap)");
        }
        try {
            ProcessBuilder builder = new ProcessBuilder(request.plan().command());
            builder.directory(request.workFolder().toFile());
            builder.environment().putAll(request.plan().environment());
            return new Launched.Running(new Run(builder.start(), request));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static final class Run implements BoxedRun {
        private final Process process;
        private final Instant began = Instant.now();
        private volatile Optional<String> interruptLine = Optional.empty();
        private volatile RunEnd.Cause cause = RunEnd.Cause.EXITED;
        private final CompletableFuture<RunEnd> end;

        Run(Process process, RunRequest request) throws IOException {
            this.process = process;
            this.end = process.onExit()
                    .thenApply(over -> new RunEnd(over.exitValue(), cause, Duration.between(began, Instant.now())));
            CompletableFuture.delayedExecutor(request.timeLimit().toMillis(), TimeUnit.MILLISECONDS)
                    .execute(() -> stop(RunEnd.Cause.TIMED_OUT));
            process.getOutputStream().write(request.plan().prompt().getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            if (request.plan().input() == LaunchPlan.Input.CLOSED_AFTER_PROMPT) {
                process.getOutputStream().close();
            }
        }

        private void stop(RunEnd.Cause why) {
            if (process.isAlive()) {
                cause = why;
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroy();
            }
        }

        @Override
        public boolean boxed() {
            return false;
        }

        @Override
        public InputStream output() {
            return process.getInputStream();
        }

        @Override
        public InputStream errors() {
            return process.getErrorStream();
        }

        @Override
        public OutputStream input() {
            return process.getOutputStream();
        }

        @Override
        public void say(String line) {
            try {
                input().write(line.getBytes(StandardCharsets.UTF_8));
                input().flush();
            } catch (IOException ended) {
                // As the real one: what is said to a run that has ended is dropped.
            }
        }

        @Override
        public void interruptBy(String line) {
            interruptLine = Optional.of(line);
        }

        @Override
        public void interrupt() {
            interruptLine.ifPresent(this::say);
            stop(RunEnd.Cause.INTERRUPTED);
        }

        @Override
        public CompletableFuture<RunEnd> end() {
            return end;
        }

        @Override
        public void close() {
            stop(RunEnd.Cause.CLOSED);
            end.join();
        }
    }
}
