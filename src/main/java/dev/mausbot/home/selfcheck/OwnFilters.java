package dev.mausbot.home.selfcheck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How many system call filters this process itself runs under: an outer container's, a unit's. A box has one more. */
final class OwnFilters {
    private static final String FIELD = "Seccomp_filters:";

    private OwnFilters() {}

    /** Their number; 0 where the kernel does not count them (before 5.9). */
    static int count() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith(FIELD))
                    .map(line -> Integer.valueOf(line.substring(FIELD.length()).strip()))
                    .findFirst()
                    .orElse(0);
        } catch (IOException unreadable) {
            throw new IllegalStateException("/proc/self/status cannot be read", unreadable);
        }
    }
}
