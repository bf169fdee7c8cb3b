package dev.mausbot.home.inside;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is tried on files. The words of the kernel are its English ones: the probe runs with {@code LC_ALL=C.UTF-8}. */
final class FileAttempts {
    private FileAttempts() {}

    static Map<String, Attempt> all() {
        return Map.of(
                "absent", arguments -> absent(Path.of(arguments.getFirst())),
                "write", arguments -> write(Path.of(arguments.get(0)), arguments.get(1)),
                "overwrite", arguments -> overwrite(Path.of(arguments.get(0)), arguments.get(1)),
                "read-only", arguments -> readOnly(Path.of(arguments.getFirst())),
                "only", arguments -> only(Path.of(arguments.getFirst()), arguments.subList(1, arguments.size())));
    }

    /** Nothing is at the path, not even something that may not be read. */
    private static Seen absent(Path path) throws IOException {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return Seen.broken(path + " is there: " + kind(found));
        } catch (NoSuchFileException missing) {
            return Seen.holds("not there");
        } catch (FileSystemException other) {
            return "Not a directory".equals(other.getReason()) ? Seen.holds("not there") : Seen.broken(reason(other));
        }
    }

    /** A file can be made. */
    private static Seen write(Path path, String text) {
        try {
            Files.writeString(path, text);
            return Seen.holds("written");
        } catch (IOException refused) {
            return Seen.broken("not written: " + reason(refused));
        }
    }

    /** Only tried: whether it reached the host can be seen there alone. */
    private static Seen overwrite(Path path, String text) {
        Seen written = write(path, text);
        return Seen.holds(written.holds() ? "written where nobody else sees it" : written.what());
    }

    /** Permissions alone would be a weaker promise: what must refuse is the mount. */
    private static Seen readOnly(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Seen.holds("no " + folder + " here");
        }
        Path file = folder.resolve(".omb-probe-" + Long.toUnsignedString(System.nanoTime(), 36));
        try {
            Files.createFile(file);
        } catch (FileSystemException refused) {
            return "Read-only file system".equals(refused.getReason())
                    ? Seen.holds("read-only file system")
                    : Seen.broken(folder + " is not read-only, only closed: " + reason(refused));
        }
        Files.delete(file);
        return Seen.broken("a file could be made in " + folder);
    }

    /** Below the folder there is nothing but the named files and what leads to them. */
    private static Seen only(Path folder, List<String> named) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Seen.holds("no " + folder + " here");
        }
        List<Path> allowed = named.stream().map(Path::of).toList();
        List<Path> strange = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                return look(path);
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
                return look(path);
            }

            @Override
            public FileVisitResult visitFileFailed(Path path, IOException closed) {
                return look(path);
            }

            private FileVisitResult look(Path path) {
                if (allowed.stream().anyMatch(one -> one.startsWith(path))) {
                    return FileVisitResult.CONTINUE;
                }
                strange.add(path);
                return FileVisitResult.TERMINATE;
            }
        });
        return strange.isEmpty() ? Seen.holds("nothing else") : Seen.broken(strange.getFirst() + " is there");
    }

    private static String kind(BasicFileAttributes found) {
        if (found.isDirectory()) {
            return "a folder";
        }
        return found.isRegularFile() ? "a file of " + found.size() + " bytes" : "neither file nor folder";
    }

    private static String reason(IOException refused) {
        return refused instanceof FileSystemException named && named.getReason() != null
                ? named.getReason()
                : String.valueOf(refused);
    }
}
