package dev.mausbot.home.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * What the kernel says of this process and its machine.
 *
 * @param uid the effective user id
 * @param memoryBytes the memory that this process may use: the lowest limit of its control groups (v2), else all of the
 *     machine's
 */
public record HostFacts(int uid, long memoryBytes) {
    private static final Path ROOT = Path.of("/");
    private static final Pattern WHITESPACE = Pattern.compile("\\s+");

    /** Reads them from {@code /proc} and {@code /sys/fs/cgroup}. */
    public static HostFacts current() {
        return read(ROOT);
    }

    /** Reads them below another root than {@code /}. */
    static HostFacts read(Path root) {
        try {
            // Not the owner of /proc/self: the kernel gives that to root when a program file is not readable.
            List<String> ids = words(field(root.resolve("proc/self/status"), "Uid:"));
            String total =
                    words(field(root.resolve("proc/meminfo"), "MemTotal:")).getFirst();
            long bytes = Math.multiplyExact(Long.parseLong(total), 1024L);
            return new HostFacts(
                    Integer.parseInt(ids.get(1)),
                    Math.min(bytes, groupLimit(root).orElse(Long.MAX_VALUE)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read what the kernel says of this process: is /proc mounted?", e);
        }
    }

    private static List<String> words(String text) {
        return WHITESPACE.splitAsStream(text).toList();
    }

    private static String field(Path file, String name) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip())
                .findFirst()
                .orElseThrow(() -> new IOException(file + " has no line " + name));
    }

    /** A process is bound by its own group's limit and by those of all groups above it. */
    private static OptionalLong groupLimit(Path root) throws IOException {
        Path membership = root.resolve("proc/self/cgroup");
        if (!Files.isReadable(membership)) {
            return OptionalLong.empty();
        }
        Path top = root.resolve("sys/fs/cgroup");
        Optional<String> group = Files.readAllLines(membership).stream()
                .filter(line -> line.startsWith("0::/"))
                .map(line -> line.substring("0::/".length()))
                .findFirst();
        OptionalLong lowest = OptionalLong.empty();
        if (group.isPresent()) {
            Path folder = top.resolve(group.get()).normalize();
            while (folder.startsWith(top)) {
                OptionalLong limit = limitOf(folder.resolve("memory.max"));
                if (limit.isPresent() && limit.getAsLong() < lowest.orElse(Long.MAX_VALUE)) {
                    lowest = limit;
                }
                folder = folder.resolve("..").normalize();
            }
        }
        return lowest;
    }

    private static OptionalLong limitOf(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            return OptionalLong.empty();
        }
        String text = Files.readString(file).strip();
        return text.equals("max") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
    }
}
