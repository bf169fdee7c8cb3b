package dev.mausbot.home.doctor;

import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.boot.MountTable;
import dev.mausbot.home.box.BoxDetection;
import dev.mausbot.home.box.KernelSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * The machine that is looked at.
 *
 * @param root where its file system begins
 * @param facts the user's id, and the memory that it may use
 * @param runtime where boxes would have their sockets
 * @param data the data folder, or the nearest folder above it that is there
 * @param freeBytes what that folder's disk has left for this user
 * @param faults what is wrong with the settings
 * @param detected whether a box was started, as it was tried
 * @param now what its clock says
 */
record Patient(
        Path root,
        HostFacts facts,
        Path runtime,
        Path data,
        long freeBytes,
        List<String> faults,
        BoxDetection.Detected detected,
        Instant now) {
    private static final int MOST_BYTES = 16 << 10;

    Patient {
        faults = List.copyOf(faults);
    }

    boolean boxWorks() {
        return detected instanceof BoxDetection.Detected.On;
    }

    KernelSettings kernel() {
        return new KernelSettings(root.resolve("proc"));
    }

    /** Whether one of these is a program. */
    boolean has(String... places) {
        return Arrays.stream(places).map(root::resolve).anyMatch(Files::isExecutable);
    }

    MountTable mounts() throws IOException {
        return MountTable.below(root);
    }

    /** A line of a file of {@code /proc}, without its name; empty if there is none. */
    String field(String file, String name) {
        return read(file)
                .lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip())
                .findFirst()
                .orElse("");
    }

    /**
     * A small file; empty where this kernel has no such file. Read at once: a sysctl answers the first read alone, and the
     * JDK reads a file of no length byte by byte.
     */
    String read(String file) {
        try (InputStream bytes = Files.newInputStream(root.resolve(file))) {
            return new String(bytes.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).strip();
        } catch (IOException absent) {
            return "";
        }
    }
}
