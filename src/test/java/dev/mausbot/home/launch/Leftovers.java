package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What runs must not leave behind: processes, listening sockets, places of boxes. */
final class Leftovers {
    private static final Duration A_MOMENT = Duration.ofSeconds(5);

    private final Path runtime;
    private final Set<Long> children = children();

    /** Remembers what is there before anything is started. */
    Leftovers(Path runtime) {
        this.runtime = runtime;
    }

    /** Fails if anything is left that was not there before. */
    void assertNone() throws IOException {
        assertThat(places()).as("places of boxes").isEmpty();
        // Not at once: a thread that waits in accept() gives its socket back when it has woken.
        await("no socket listens any more")
                .atMost(A_MOMENT)
                .untilAsserted(() -> assertThat(sockets()).isEmpty());
        // Not at once: a shell that sent a signal for us may be about to end.
        await("no process is left")
                .atMost(A_MOMENT)
                .untilAsserted(() -> assertThat(newChildren()).isEmpty());
    }

    /** The folders of boxes that are open now. */
    List<Path> places() throws IOException {
        try (Stream<Path> below = Files.walk(runtime, 2)) {
            return below.filter(path -> path.getNameCount() == runtime.getNameCount() + 2)
                    .filter(Files::isDirectory)
                    .toList();
        }
    }

    /** The paths of the kernel's unix sockets that are bound below the runtime folder. */
    List<String> sockets() throws IOException {
        try (Stream<String> all = Files.lines(Path.of("/proc/net/unix"))) {
            return all.filter(line -> line.contains(" " + runtime + "/")).toList();
        }
    }

    private List<String> newChildren() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> !children.contains(process.pid()))
                .map(Leftovers::shown)
                .toList();
    }

    private static Set<Long> children() {
        return ProcessHandle.current().descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
    }

    private static String shown(ProcessHandle process) {
        return process.pid() + " " + process.info().commandLine().orElse("?");
    }

    /** How many processes of this machine have this word on their command line, in a box or not. */
    static long running(String word) {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(path -> path.getFileName().toString().matches("[0-9]+"))
                    .filter(path -> List.of(commandLine(path).split("\0", -1)).contains(word))
                    .count();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), java.nio.charset.StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }
}
