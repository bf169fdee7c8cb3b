package dev.mausbot.home.box;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/**
 * The shell texts that boxes are started with, and their filter, as files: bwrap and shells read files only.
 *
 * @param enter what enters a box
 * @param terminal what gives a box a terminal of its own
 * @param filter the seccomp program
 */
record Scripts(Path enter, Path terminal, Path filter) {
    static Scripts in(OwnerFolder folder) throws IOException {
        return new Scripts(
                write(folder.file("enter.sh"), resource("enter.sh")),
                write(folder.file("terminal.sh"), resource("terminal.sh")),
                write(folder.file("seccomp"), SeccompFilter.forThisMachine().program()));
    }

    private static Path write(Path file, byte[] content) throws IOException {
        Files.write(file, content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream stream = Objects.requireNonNull(Scripts.class.getResourceAsStream(name), name)) {
            return stream.readAllBytes();
        }
    }
}
