package dev.mausbot.home.inside;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is tried on a process outside of the box, known by a mark on its command line. */
final class ProcessAttempts {
    private static final Path PROC = Path.of("/proc");

    private ProcessAttempts() {}

    static Map<String, Attempt> all() {
        return Map.of(
                "unlisted", arguments -> unlisted(arguments.getFirst()),
                "environ-hidden", arguments -> environHidden(arguments.getFirst()),
                "unsignalled", arguments -> unsignalled(arguments.get(0), Long.parseLong(arguments.get(1))));
    }

    private static Seen unlisted(String mark) throws IOException {
        List<Long> marked = marked(mark);
        return marked.isEmpty()
                ? Seen.holds("not among " + processes().size() + " processes")
                : Seen.broken("it is process " + marked.getFirst() + " here");
    }

    private static Seen environHidden(String secret) throws IOException {
        for (long process : processes()) {
            if (read(process, "environ").filter(text -> text.contains(secret)).isPresent()) {
                return Seen.broken("its environment can be read at /proc/" + process + "/environ");
            }
        }
        return Seen.holds("in no environment that can be read");
    }

    /** By the number that it has on the host, and by any under which it is listed here; TERM, which it does not survive. */
    private static Seen unsignalled(String mark, long numberOnHost) throws IOException {
        List<Long> targets = new ArrayList<>(marked(mark));
        // A process of the box may have the same number; that would be our own to hit.
        if (!Files.exists(PROC.resolve(Long.toString(numberOnHost)))) {
            targets.add(numberOnHost);
        }
        for (long target : targets) {
            if (ProcessHandle.of(target).filter(ProcessHandle::destroy).isPresent()) {
                return Seen.broken("process " + target + " took a signal");
            }
        }
        return Seen.holds("no such process");
    }

    private static List<Long> marked(String mark) throws IOException {
        List<Long> found = new ArrayList<>();
        for (long process : processes()) {
            if (read(process, "cmdline").filter(text -> text.contains(mark)).isPresent()) {
                found.add(process);
            }
        }
        return found;
    }

    private static List<Long> processes() throws IOException {
        List<Long> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path one : all) {
                found.add(Long.parseLong(one.getFileName().toString()));
            }
        }
        return found;
    }

    /** A file of a process; empty if the process is gone, or keeps it to itself. */
    private static Optional<String> read(long process, String name) {
        try {
            return Optional.of(
                    Files.readString(PROC.resolve(Long.toString(process)).resolve(name), StandardCharsets.ISO_8859_1));
        } catch (IOException closedOrGone) {
            return Optional.empty();
        }
    }
}
