package dev.mausbot.home.boot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A small file for its owner alone that appears whole, on the disk, and never over another one. */
final class WholeFile {
    private WholeFile() {}

    /**
     * Makes it.
     *
     * @param file where it shall be
     * @param draft a name beside it that nothing has; what is left there after a crash may be removed
     * @throws java.nio.file.FileAlreadyExistsException if there is one, or a draft of one
     */
    static void make(Path file, Path draft, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(
                draft,
                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
        // link(2), unlike rename(2), never replaces what is there.
        Files.createLink(file, draft);
        Files.delete(draft);
        try (FileChannel folder = FileChannel.open(file.resolveSibling("."), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }
}
