package dev.mausbot.home.box;

import dev.mausbot.home.boot.Closing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Starts boxes and ends them all with itself.
 *
 * <p>One platform thread starts them all and lives as long as this does: a box dies with the <em>thread</em> that started
 * it ({@code PR_SET_PDEATHSIG}, {@code prctl(2)}), so a thread that comes and goes would take running boxes with it.
 */
public final class Boxes implements AutoCloseable {
    private static final int PLACE_TRIES = 8;

    private final BoxTools tools;
    private final Weakening weakening;
    private final OwnerFolder folder;
    private final MountPoints mountPoints;
    private final Scripts scripts;
    private final Set<Box> running = ConcurrentHashMap.newKeySet();
    private final ExecutorService starter = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("box-starter").daemon().factory());

    private Boxes(BoxTools tools, OwnerFolder folder, Weakening weakening) throws IOException {
        this.tools = tools;
        this.weakening = weakening;
        this.folder = folder;
        this.mountPoints = new MountPoints(folder.journal());
        this.scripts = Scripts.in(folder);
    }

    /**
     * Makes ready to start boxes, and removes what a process that is gone left behind.
     *
     * @param tools the programs that it takes
     * @param runtime the runtime folder: this user's, closed to others
     */
    public static Boxes in(BoxTools tools, Path runtime) throws IOException {
        return weakened(tools, runtime, Weakening.none());
    }

    /** For the self-check alone: the same with something taken from every box, to see that its absence is found. */
    public static Boxes weakened(BoxTools tools, Path runtime, Weakening weakening) throws IOException {
        OwnerFolder.sweep(runtime);
        return new Boxes(weakening.tools(tools), OwnerFolder.in(runtime), weakening);
    }

    /** Removes, from a runtime folder that nobody uses any more, what its processes left behind on the host. */
    public static void sweep(Path runtime) throws IOException {
        OwnerFolder.sweep(runtime);
    }

    /** A place for a new box; whoever takes it closes it after the box has ended. */
    public BoxPlace place() throws IOException {
        for (int i = 1; ; i++) {
            try {
                return folder.place();
            } catch (java.nio.file.FileAlreadyExistsException taken) {
                if (i == PLACE_TRIES) {
                    throw taken;
                }
            }
        }
    }

    /** Starts a box at its place. Blocks for the few milliseconds that it takes; not for an event loop. */
    public Started start(BoxSpec wanted, BoxPlace place) {
        BoxSpec spec = weakening.spec(wanted);
        MountPoints.Held held = hold(spec);
        try {
            return new Started.Running(launch(spec, place, Mounts.of(spec, place, held, weakening), held));
        } catch (BoxRefusal refusal) {
            return refused(held, refusal.reason());
        } catch (IOException failed) {
            return refused(held, "the box's files could not be written: " + failed.getMessage());
        } catch (ExecutionException failed) {
            return refused(held, "the box could not be started: " + failed.getMessage());
        } catch (RejectedExecutionException closed) {
            return refused(held, "the server is going down");
        } catch (RuntimeException bug) {
            Closing.inTurn(List.of(held)).ifPresent(bug::addSuppressed);
            throw bug;
        }
    }

    /** Starts a box whose mounts are planned; apart, so that a test can change the world in between. */
    Box launch(BoxSpec spec, BoxPlace place, Mounts mounts, MountPoints.Held held)
            throws IOException, ExecutionException {
        List<String> options = weakening.options(Bwrap.options(spec, mounts));
        Files.write(place.options(), Bwrap.encoded(options), StandardOpenOption.CREATE_NEW);
        Entry.write(place, scripts.enter(), spec, mounts, tools);
        return watched(new Box(place, byStarter(spec, place), held));
    }

    /** Waits also if interrupted: what was started must have an owner. */
    private Process byStarter(BoxSpec spec, BoxPlace place) throws ExecutionException {
        CompletableFuture<Process> started = new CompletableFuture<>();
        starter.execute(() -> {
            try {
                started.complete(process(spec, place));
            } catch (IOException | RuntimeException failed) {
                started.completeExceptionally(failed);
            }
        });
        try {
            return started.join();
        } catch (CompletionException failed) {
            throw new ExecutionException(failed.getMessage(), failed);
        }
    }

    MountPoints.Held hold(BoxSpec spec) {
        return mountPoints.hold(spec.folders().data());
    }

    private static Started refused(MountPoints.Held held, String reason) {
        try {
            held.close();
            return new Started.Refused(reason);
        } catch (IOException left) {
            return new Started.Refused(
                    reason + " (and its mount points could not be removed: " + left.getMessage() + ")");
        }
    }

    private Process process(BoxSpec spec, BoxPlace place) throws IOException {
        List<String> command = new ArrayList<>(Descriptors.around(place.options(), scripts.filter(), place.status()));
        command.add(tools.bwrap().toString());
        command.addAll(weakening.options(Descriptors.BWRAP_OPTIONS));
        command.addAll(Entry.command(spec));
        ProcessBuilder builder = spec.terminal()
                ? new ProcessBuilder(TerminalStart.around(command, place, scripts.terminal())).inheritIO()
                : new ProcessBuilder(command);
        builder.directory(Path.of("/").toFile());
        builder.environment().clear();
        builder.environment().putAll(spec.environment());
        return builder.start();
    }

    private Box watched(Box box) {
        running.add(box);
        box.watch(() -> running.remove(box));
        return box;
    }

    /** How many boxes there are now. */
    public int running() {
        return running.size();
    }

    /** Ends every box and waits until all are gone. */
    @Override
    public void close() throws IOException {
        List<Box> left = List.copyOf(running);
        left.forEach(Box::kill);
        for (Box box : left) {
            try {
                box.ended().join();
            } catch (CompletionException failed) {
                // The one who started it has been told; here it only matters that it is over.
            }
        }
        starter.shutdown();
        folder.close();
    }
}
