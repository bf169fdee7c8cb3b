package dev.mausbot.home.box;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.Set;

/**
 * Looks at, makes and removes files below a folder that a box may write, component by component and without following a link
 * ({@code openat} with {@code O_NOFOLLOW}), so that a link that a boxed process plants is never walked through.
 */
final class Beneath {
    private static final Set<OpenOption> NEW_FILE =
            Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS);

    private final Path root;

    Beneath(Path root) {
        this.root = root;
    }

    /** What is found at a relative path. */
    sealed interface Found {
        /** A folder, or a file of any other kind, and which one it is. */
        record Existing(FileIdentity identity) implements Found {}

        /** A link, there or in place of one of the folders above it. */
        record Link() implements Found {}

        /** Nothing, or one of the folders above it is missing. */
        record Nothing() implements Found {}

        /** One of the folders above it is a file, {@code depth} names below the root, and which one it is. */
        record BelowAFile(int depth, FileIdentity identity) implements Found {}
    }

    /** What is at {@code relative}. */
    Found look(Path relative) throws IOException {
        try (SecureDirectoryStream<Path> folder = open(root)) {
            return look(folder, relative, 0);
        }
    }

    private static Found look(SecureDirectoryStream<Path> folder, Path relative, int depth) throws IOException {
        Path name = relative.getName(depth);
        Optional<BasicFileAttributes> read = attributes(folder, name);
        boolean last = depth == relative.getNameCount() - 1;
        if (read.isEmpty()) {
            return new Found.Nothing();
        }
        if (read.get().isSymbolicLink()) {
            return new Found.Link();
        }
        if (last) {
            return new Found.Existing(FileIdentity.of(read.get()));
        }
        if (!read.get().isDirectory()) {
            return new Found.BelowAFile(depth + 1, FileIdentity.of(read.get()));
        }
        try (SecureDirectoryStream<Path> below = folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            return look(below, relative, depth + 1);
        }
    }

    /**
     * Makes a file.
     *
     * @throws java.nio.file.FileAlreadyExistsException if anything is there
     */
    void makeFile(Path relative, byte[] content) throws IOException {
        try (SecureDirectoryStream<Path> folder = open(root)) {
            makeFile(folder, relative, 0, content);
        }
    }

    private static void makeFile(SecureDirectoryStream<Path> folder, Path relative, int depth, byte[] content)
            throws IOException {
        Path name = relative.getName(depth);
        if (depth < relative.getNameCount() - 1) {
            try (SecureDirectoryStream<Path> below = folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                makeFile(below, relative, depth + 1, content);
            }
            return;
        }
        try (SeekableByteChannel file = folder.newByteChannel(name, NEW_FILE)) {
            for (ByteBuffer left = ByteBuffer.wrap(content); left.hasRemaining(); ) {
                file.write(left);
            }
        }
    }

    /**
     * Removes what is at {@code relative} if it is an empty folder or an empty file; a folder with something in it, a
     * file with content and a link are left as they are.
     *
     * @return whether it is gone
     */
    boolean removeIfEmpty(Path relative, long emptySize) throws IOException {
        try (SecureDirectoryStream<Path> folder = open(root)) {
            return removeIfEmpty(folder, relative, 0, emptySize);
        }
    }

    private static boolean removeIfEmpty(SecureDirectoryStream<Path> folder, Path relative, int depth, long emptySize)
            throws IOException {
        Path name = relative.getName(depth);
        Optional<BasicFileAttributes> read = attributes(folder, name);
        if (read.isEmpty()) {
            return true;
        }
        if (depth < relative.getNameCount() - 1) {
            if (!read.get().isDirectory()) {
                return false;
            }
            try (SecureDirectoryStream<Path> below = folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
                return removeIfEmpty(below, relative, depth + 1, emptySize);
            }
        }
        if (read.get().isDirectory()) {
            try {
                folder.deleteDirectory(name);
                return true;
            } catch (java.nio.file.DirectoryNotEmptyException inUse) {
                return false;
            }
        }
        if (read.get().isRegularFile() && read.get().size() == emptySize) {
            folder.deleteFile(name);
            return true;
        }
        return false;
    }

    private static Optional<BasicFileAttributes> attributes(SecureDirectoryStream<Path> folder, Path name)
            throws IOException {
        try {
            return Optional.of(
                    folder.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                            .readAttributes());
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        }
    }

    @SuppressWarnings("StreamResourceLeak") // handed to the caller, who closes it
    private static SecureDirectoryStream<Path> open(Path root) throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(root);
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw new IOException("this file system gives no safe way to look below " + root);
    }
}
