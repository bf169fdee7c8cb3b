package dev.mausbot.home.box;

import dev.mausbot.home.boot.ShownText;
import dev.mausbot.home.boot.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out whether boxes work here, by really starting one: no version, setting or flag says so for it. When they do
 * not, the reason is one that a person can act on.
 */
public final class BoxDetection {
    private static final List<Path> PLACES =
            List.of(Path.of("/usr/bin/bwrap"), Path.of("/usr/local/bin/bwrap"), Path.of("/bin/bwrap"));
    private static final Pattern VERSION = Pattern.compile("bubblewrap (\\d{1,4})\\.(\\d{1,4})(?:\\.\\d+)*");
    private static final int LONGEST_SOCKET_PATH = 107;
    private static final long PATIENCE_SECONDS = 10;

    private final List<Path> places;
    private final Path proc;

    /** Looks at this machine, in paths that only root writes. */
    public BoxDetection() {
        this(PLACES, Path.of("/proc"));
    }

    BoxDetection(List<Path> places, Path proc) {
        this.places = List.copyOf(places);
        this.proc = proc;
    }

    /** What was found. */
    public sealed interface Detected {
        /** Boxes work: one was started and ended as it should. */
        record On(BoxTools tools, String version) implements Detected {}

        /**
         * They do not.
         *
         * @param problem what is wrong
         * @param fix the command, or the words, that mend it; empty where nothing is known to
         */
        record Off(String problem, String fix) implements Detected {
            /** What is wrong and what to do about it, in one sentence. */
            public String reason() {
                return fix.isEmpty() ? problem : problem + ": " + fix;
            }
        }
    }

    /**
     * Tries it.
     *
     * @param runtime the runtime folder that boxes are to have their sockets in
     * @param bridge what will bridge their ports
     */
    public Detected detect(Path runtime, BoxTools.Bridging bridge) {
        Optional<Path> bwrap = places.stream().filter(Files::isExecutable).findFirst();
        if (bwrap.isEmpty()) {
            return new Detected.Off("bubblewrap is not installed", "apt-get install bubblewrap");
        }
        int longest =
                runtime.resolve("01234567/012345/s/harness.sock").toString().getBytes(StandardCharsets.UTF_8).length;
        if (longest > LONGEST_SOCKET_PATH) {
            return new Detected.Off(
                    "the runtime folder's path is too long: a socket in it would have %d bytes, the kernel takes %d"
                            .formatted(longest, LONGEST_SOCKET_PATH),
                    "set OMB_RUNTIME_DIR to a shorter one");
        }
        try {
            String version = Tool.run(bwrap.get().toString(), "--version").said();
            return tooOld(version).orElseGet(() -> trial(new BoxTools(bwrap.get(), bridge), runtime, version));
        } catch (IOException broken) {
            return new Detected.Off(
                    "%s does not run: %s".formatted(bwrap.get(), broken.getMessage()), "reinstall bubblewrap");
        }
    }

    private static Optional<Detected> tooOld(String version) {
        Matcher read = VERSION.matcher(version);
        if (!read.matches()) {
            return Optional.of(new Detected.Off(
                    "bwrap --version says \"%s\", which is no version of bubblewrap"
                            .formatted(ShownText.line(version, DetectionFailure.LONGEST)),
                    "reinstall it"));
        }
        boolean enough = Integer.parseInt(read.group(1)) > 0 || Integer.parseInt(read.group(2)) >= 8;
        return enough
                ? Optional.empty()
                : Optional.of(new Detected.Off(
                        "%s is too old: 0.8 or later is needed, which Debian 12 and Ubuntu 24.04 have"
                                .formatted(version),
                        "upgrade bubblewrap"));
    }

    private Detected trial(BoxTools tools, Path runtime, String version) {
        try (Boxes boxes = Boxes.in(tools, runtime);
                BoxPlace place = boxes.place();
                Trial trial = Trial.in(place)) {
            return switch (boxes.start(trial.spec(), place)) {
                case Started.Refused(String reason) -> new Detected.Off(reason, "");
                case Started.Running(Box box) -> judge(box, tools, version);
            };
        } catch (IOException failed) {
            return new Detected.Off(
                    "no box could be tried in %s: %s".formatted(runtime, failed.getMessage()),
                    "check the owner, the mode and the free space of that folder");
        }
    }

    private Detected judge(Box box, BoxTools tools, String version) throws IOException {
        try {
            box.input().close();
            BoxEnd end = box.ended().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            String said = new String(box.errors().readNBytes(8192), StandardCharsets.UTF_8);
            return end.commandStarted() && end.exitCode() == 0
                    ? new Detected.On(tools, version)
                    : DetectionFailure.explain(said, end.exitCode(), new KernelSettings(proc));
        } catch (TimeoutException hangs) {
            box.kill();
            return new Detected.Off(
                    "a trial box did not end within %d s: the machine is overloaded, or bwrap hangs"
                            .formatted(PATIENCE_SECONDS),
                    "try again when it has less to do");
        } catch (ExecutionException failed) {
            return new Detected.Off("a trial box could not be watched: " + failed.getMessage(), "");
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return new Detected.Off("the trial of a box was interrupted", "");
        }
    }
}
