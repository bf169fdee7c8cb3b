package dev.mausbot.home.box;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The first process of a box's process namespace, as the host sees it. When it ends, the kernel ends every process of
 * the namespace before anybody can see it gone ({@code pid_namespaces(7)}), so it is what tells that a box is over.
 */
final class NamespaceInit {
    private static final Pattern CHILD_PID = Pattern.compile("\"child-pid\"\\s*:\\s*([0-9]{1,10})");

    private final ProcessHandle process;

    private NamespaceInit(ProcessHandle process) {
        this.process = process;
    }

    /** The one that bwrap names in its status ({@code --json-status-fd}), if it has named one and that still lives. */
    static Optional<NamespaceInit> in(Path status) throws IOException {
        Matcher named = CHILD_PID.matcher(Files.exists(status) ? Files.readString(status) : "");
        return named.find()
                ? ProcessHandle.of(Long.parseLong(named.group(1))).map(NamespaceInit::new)
                : Optional.empty();
    }

    /** Whether it is gone. A zombie is: its namespace was emptied before it became one. */
    boolean gone() {
        return !process.isAlive() || state().filter("Z"::equals).isPresent();
    }

    void kill() {
        process.destroyForcibly();
    }

    /** The command's process: the first child in the namespace, whose number there is 2. */
    Optional<ProcessHandle> command() {
        return children().stream()
                .filter(pid -> numberInside(pid).filter("2"::equals).isPresent())
                .findFirst()
                .flatMap(ProcessHandle::of);
    }

    private List<Long> children() {
        long pid = process.pid();
        return read(Path.of("/proc/" + pid + "/task/" + pid + "/children"))
                .map(text -> Stream.of(text.trim().split(" "))
                        .filter(word -> !word.isEmpty())
                        .map(Long::valueOf)
                        .toList())
                .orElseGet(() -> process.children().map(ProcessHandle::pid).toList());
    }

    private static Optional<String> numberInside(long pid) {
        return read(Path.of("/proc/" + pid + "/status"))
                .flatMap(status ->
                        status.lines().filter(line -> line.startsWith("NSpid:")).findFirst())
                .map(line -> line.substring(line.lastIndexOf('\t') + 1));
    }

    /** The state in {@code /proc/PID/stat}: what follows the name, which is in brackets and may hold anything. */
    private Optional<String> state() {
        return read(Path.of("/proc/" + process.pid() + "/stat")).map(stat -> {
            int name = stat.lastIndexOf(')');
            return stat.substring(name + 2, name + 3);
        });
    }

    /** A file of a process that may end while we read it: then there is nothing to read. */
    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
