package dev.mausbot.home.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A process and all that descend from it. */
record ProcessTree(ProcessHandle root) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long LOOK_NANOS = 5_000_000;

    List<ProcessHandle> all() {
        return Stream.concat(Stream.of(root), root.descendants()).toList();
    }

    /** Waits for a descendant whose command line begins with these words. */
    ProcessHandle await(String... words) throws TimeoutException {
        List<String> begin = List.of(words);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            Optional<ProcessHandle> found = all().stream()
                    .filter(one -> commandLine(one).stream()
                            .limit(begin.size())
                            .toList()
                            .equals(begin))
                    .findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        throw new TimeoutException("no process " + begin + " below " + commandLine(root));
    }

    private static List<String> commandLine(ProcessHandle process) {
        try {
            return List.of(Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
                    .split("\0", -1));
        } catch (IOException ended) {
            return List.of();
        }
    }

    /** The proportional set size of all but one process, in MB: pages that several share count for each in part. */
    double megabytesWithout(ProcessHandle excluded) throws IOException {
        double sum = 0;
        for (ProcessHandle one : all()) {
            if (!one.equals(excluded)) {
                sum += kilobytes(one.pid());
            }
        }
        return sum / 1024;
    }

    /** {@code Pss} of {@code /proc/PID/smaps_rollup} ({@code proc(5)}). */
    private static double kilobytes(long pid) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/smaps_rollup"))) {
            return lines.filter(line -> line.startsWith("Pss:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(0);
        } catch (NoSuchFileException ended) {
            return 0;
        }
    }
}
