package dev.mausbot.home.audit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a log's files, the newest line first, one file at a time in memory. A log that is rotated meanwhile loses no line
 * and shows none twice: files are looked at from the newest on, so one that moves is met again, and known.
 */
final class AuditReader {
    private static final String TIME = "{\"" + AuditJson.TIME + "\":\"";
    private static final String EVENT = ",\"" + AuditJson.EVENT + "\":\"";

    private final Path newest;
    private final int kept;

    AuditReader(Path newest, int kept) {
        this.newest = newest;
        this.kept = kept;
    }

    List<String> page(int limit, Optional<Instant> before, Optional<String> kind) throws IOException {
        List<String> page = new ArrayList<>();
        Set<Object> seen = new HashSet<>();
        for (int age = 0; age <= kept && page.size() < limit; age++) {
            Path file = age == 0 ? newest : newest.resolveSibling(newest.getFileName() + "." + age);
            List<String> lines = lines(file, seen);
            for (int i = lines.size() - 1; i >= 0 && page.size() < limit; i--) {
                if (wanted(lines.get(i), before, kind)) {
                    page.add(lines.get(i));
                }
            }
        }
        return page;
    }

    private static List<String> lines(Path file, Set<Object> seen) throws IOException {
        try {
            Object key = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
            return Files.isSymbolicLink(file) || !seen.add(key)
                    ? List.of()
                    : new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                            .lines()
                            .toList();
        } catch (NoSuchFileException none) {
            return List.of();
        }
    }

    /** A line that a crash tore is none of ours any more. */
    private static boolean wanted(String line, Optional<Instant> before, Optional<String> kind) {
        int end = line.indexOf('"', TIME.length());
        if (!line.startsWith(TIME) || end < 0 || !line.endsWith("}")) {
            return false;
        }
        if (kind.isPresent() && !line.startsWith(EVENT + kind.get() + "\"", end + 1)) {
            return false;
        }
        try {
            Instant time = Instant.parse(line.substring(TIME.length(), end));
            return before.isEmpty() || time.isBefore(before.get());
        } catch (DateTimeParseException torn) {
            return false;
        }
    }
}
