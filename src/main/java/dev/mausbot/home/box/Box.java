package dev.mausbot.home.box;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A box that was started. It has ended when the first process of its namespace is gone, which is a little later than
 * bwrap's exit; {@link #ended()} tells.
 */
public final class Box {
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration LINGER = Duration.ofSeconds(2);
    private static final Pattern EXIT_CODE = Pattern.compile("\"exit-code\"\\s*:\\s*([0-9]{1,3})");
    private static final long LOOK_NANOS = 300_000;

    private final BoxPlace place;
    private final Process bwrap;
    private final MountPoints.Held held;
    private final long startedAt = System.nanoTime();
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final CompletableFuture<BoxEnd> ended = new CompletableFuture<>();

    Box(BoxPlace place, Process bwrap, MountPoints.Held held) {
        this.place = place;
        this.bwrap = bwrap;
        this.held = held;
    }

    /**
     * Begins to watch for its end; called once.
     *
     * @param atEnd run when it is over, before anybody else is told
     */
    void watch(Runnable atEnd) {
        Thread.ofVirtual().name("box-" + place.id()).start(() -> {
            try {
                BoxEnd end = awaitEnd();
                atEnd.run();
                ended.complete(end);
            } catch (IOException | RuntimeException failed) {
                atEnd.run();
                ended.completeExceptionally(failed);
            }
        });
    }

    /** What the command prints: attacker's bytes. */
    public InputStream output() {
        return bwrap.getInputStream();
    }

    /** What the command prints on standard error, and before it bwrap and the box's own messages. */
    public InputStream errors() {
        return bwrap.getErrorStream();
    }

    /** The command's standard input. */
    public OutputStream input() {
        return bwrap.getOutputStream();
    }

    /** Completes when no process of the box is left and what was made on the host for it is gone. */
    public CompletableFuture<BoxEnd> ended() {
        return ended.copy();
    }

    /**
     * Asks the command to stop: TERM to it, and 5 s later KILL to all of the box. Returns at once; the second call does
     * nothing.
     */
    public void interrupt() {
        if (!interrupted.compareAndSet(false, true)) {
            return;
        }
        Thread.ofVirtual().name("interrupt-" + place.id()).start(() -> {
            // Until there is a command, there is nobody who could stop by itself.
            command().ifPresentOrElse(ProcessHandle::destroy, this::kill);
            try {
                ended.get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (java.util.concurrent.TimeoutException stubborn) {
                kill();
            } catch (java.util.concurrent.ExecutionException over) {
                // Whoever waits for the end is told.
            } catch (InterruptedException stop) {
                kill();
            }
        });
    }

    /** Ends all of the box now. Returns at once. */
    public void kill() {
        bwrap.destroyForcibly();
    }

    /** The command's process as the host sees it, once it is there. */
    public Optional<ProcessHandle> command() {
        try {
            return NamespaceInit.in(place.status()).flatMap(NamespaceInit::command);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private BoxEnd awaitEnd() throws IOException {
        Optional<NamespaceInit> init = awaitInit();
        int exitCode = awaitExit();
        if (init.isPresent()) {
            awaitGone(init.get());
        }
        String status = Files.exists(place.status()) ? Files.readString(place.status()) : "";
        letGo();
        return new BoxEnd(
                toldCode(status).orElse(exitCode),
                commandStarted(status, exitCode),
                Duration.ofNanos(System.nanoTime() - startedAt));
    }

    /** What a box did to its folders must not hide how it ended; what is stuck is told, and the next start tries again. */
    private void letGo() {
        try {
            held.close();
        } catch (IOException stuck) {
            System.getLogger("box")
                    .log(System.Logger.Level.WARNING, "box " + place.id() + " left mount points behind", stuck);
        }
    }

    /** bwrap's own word is the better one: between it and us there may be a terminal that has no exit code of its own. */
    private static OptionalInt toldCode(String status) {
        Matcher told = EXIT_CODE.matcher(status);
        return told.find() ? OptionalInt.of(Integer.parseInt(told.group(1))) : OptionalInt.empty();
    }

    /** bwrap exits with 1 if it could not make the box, and tells no exit code then; nor does it when it was killed. */
    private static boolean commandStarted(String status, int exitCode) {
        return toldCode(status).isPresent() || (status.contains("\"child-pid\"") && exitCode != 1);
    }

    private Optional<NamespaceInit> awaitInit() throws IOException {
        while (bwrap.isAlive()) {
            Optional<NamespaceInit> init = NamespaceInit.in(place.status());
            if (init.isPresent()) {
                return init;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return NamespaceInit.in(place.status());
    }

    private int awaitExit() {
        try {
            return bwrap.waitFor();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new CompletionException("nobody interrupts a box's own thread", stop);
        }
    }

    /** bwrap's exit kills the init; should that not happen soon, we do. */
    private static void awaitGone(NamespaceInit init) {
        long deadline = System.nanoTime() + LINGER.toNanos();
        while (!init.gone()) {
            if (System.nanoTime() > deadline) {
                init.kill();
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
