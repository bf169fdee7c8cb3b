package dev.mausbot.home.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a process holds of memory, in MB of 1024 KiB ({@code /proc/PID/smaps_rollup}, {@code proc(5)}).
 *
 * @param rss all its resident pages
 * @param pss the same, but pages that several share count for each in part
 */
record Footprint(double rss, double pss) {
    static Footprint of(long pid) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("/proc/" + pid + "/smaps_rollup"));
        return new Footprint(megabytes(lines, "Rss:"), megabytes(lines, "Pss:"));
    }

    private static double megabytes(List<String> lines, String name) throws IOException {
        return lines.stream()
                        .filter(line -> line.startsWith(name))
                        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")))
                        .findFirst()
                        .orElseThrow(() -> new IOException("smaps_rollup has no " + name))
                / 1024;
    }
}
