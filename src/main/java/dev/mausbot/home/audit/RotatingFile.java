package dev.mausbot.home.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A log file that only its owner may read, with a bounded number of older ones beside it ({@code .1} is the newest of
 * them). Confined to the log's writer.
 */
final class RotatingFile implements AutoCloseable {
    private final Path file;
    private final long longest;
    private final int kept;
    private @Nullable FileChannel channel;

    RotatingFile(Path file, long longest, int kept) {
        this.file = file;
        this.longest = longest;
        this.kept = kept;
    }

    /** Appends one line whole; after a failure the next line opens the file anew. */
    void append(String line) throws IOException {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
            FileChannel open = openFor(bytes.remaining());
            while (bytes.hasRemaining()) {
                open.write(bytes);
            }
        } catch (IOException e) {
            try {
                close();
            } catch (IOException closing) {
                e.addSuppressed(closing);
            }
            throw e;
        }
    }

    private FileChannel openFor(int bytes) throws IOException {
        FileChannel open = channel == null ? open() : channel;
        channel = open;
        if (open.size() == 0 || open.size() + bytes <= longest) {
            return open;
        }
        close();
        for (int age = kept; age > 1; age--) {
            if (Files.exists(older(age - 1), LinkOption.NOFOLLOW_LINKS)) {
                Files.move(older(age - 1), older(age), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.move(file, older(1), StandardCopyOption.REPLACE_EXISTING);
        open = open();
        channel = open;
        return open;
    }

    private FileChannel open() throws IOException {
        return FileChannel.open(
                file,
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.APPEND,
                        LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    private Path older(int age) {
        return file.resolveSibling(file.getFileName() + "." + age);
    }

    @Override
    public void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }
}
