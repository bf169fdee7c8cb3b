package dev.mausbot.home.box;

import dev.mausbot.home.boot.Closing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The names that exist on the host only so that a box can mount over them. bwrap would make them and leave them; we make
 * them, count who needs them, and remove them with the last box: removing one earlier would take the mount away from the
 * boxes that still have it. What was made is written to a journal first, so that the next start can remove what a crash
 * left ({@link OwnerFolder#sweep}).
 */
final class MountPoints {
    private final Path journal;
    private final Map<Path, Made> made = new HashMap<>();

    MountPoints(Path journal) {
        this.journal = journal;
    }

    /** One name that we made: where it lies below the folder that boxes may write, how large it is, who needs it. */
    private record Made(Path root, Path relative, long size, int holders) {
        Made with(int count) {
            return new Made(root, relative, size, count);
        }
    }

    /** A box's hold on the names that it needs; not safe for several threads. */
    final class Held implements AutoCloseable {
        private final Path ours;
        private final List<Path> names = new ArrayList<>();

        private Held(Path ours) {
            this.ours = ours;
        }

        /**
         * Sees to it that a folder is there.
         *
         * @param root a host folder that boxes may write
         * @param relative below it
         */
        void folder(Path root, Path relative) throws IOException {
            parents(root, relative);
            need(root, relative, Kind.FOLDER, "");
        }

        /** Sees to it that a file is there; an existing one is left as it is. */
        void file(Path root, Path relative, String content) throws IOException {
            parents(root, relative);
            need(root, relative, Kind.FILE, content);
        }

        private void parents(Path root, Path relative) throws IOException {
            for (int depth = 1; depth < relative.getNameCount(); depth++) {
                need(root, relative.subpath(0, depth), Kind.FOLDER, "");
            }
        }

        /** Below the data folder a name is no litter, and to make it anew for every turn costs more than the turn. */
        private void need(Path root, Path relative, Kind kind, String content) throws IOException {
            if (root.startsWith(ours)) {
                makeIfMissing(root, relative, kind, content);
            } else {
                names.addAll(hold(root, relative, kind, content));
            }
        }

        /**
         * Lets go of all; names that nobody needs any more are removed, the deepest first.
         *
         * @throws IOException if one of them cannot be: a box may have closed the folder around it
         */
        @Override
        public void close() throws IOException {
            Optional<IOException> stuck = Closing.inTurn(names.reversed().stream()
                    .<AutoCloseable>map(name -> () -> release(name))
                    .toList());
            names.clear();
            if (stuck.isPresent()) {
                throw stuck.get();
            }
        }
    }

    private enum Kind {
        FOLDER,
        FILE
    }

    /**
     * A new hold on nothing yet.
     *
     * @param ours the data folder: what is made below it stays
     */
    Held hold(Path ours) {
        return new Held(ours);
    }

    private synchronized List<Path> hold(Path root, Path relative, Kind kind, String content) throws IOException {
        Path path = root.resolve(relative);
        Made known = made.get(path);
        if (known != null) {
            made.put(path, known.with(known.holders() + 1));
            return List.of(path);
        }
        if (!(new Beneath(root).look(relative) instanceof Beneath.Found.Nothing)) {
            return List.of();
        }
        Made now = new Made(root, relative, content.getBytes(StandardCharsets.UTF_8).length, 1);
        note(now);
        if (!makeIfMissing(root, relative, kind, content)) {
            return List.of();
        }
        made.put(path, now);
        return List.of(path);
    }

    /** Makes it and says so, or leaves what is there. */
    private static boolean makeIfMissing(Path root, Path relative, Kind kind, String content) throws IOException {
        Beneath beneath = new Beneath(root);
        if (!(beneath.look(relative) instanceof Beneath.Found.Nothing)) {
            return false;
        }
        try {
            if (kind == Kind.FOLDER) {
                // By path, because the JDK has no mkdirat(2): a link that takes the place of a folder above at this
                // very moment leads an empty folder astray, and the box is refused for it.
                Files.createDirectory(root.resolve(relative));
            } else {
                beneath.makeFile(relative, content.getBytes(StandardCharsets.UTF_8));
            }
            return true;
        } catch (FileAlreadyExistsException raced) {
            return false;
        }
    }

    private synchronized void release(Path path) throws IOException {
        Made known = made.get(path);
        if (known == null) {
            return;
        }
        if (known.holders() > 1) {
            made.put(path, known.with(known.holders() - 1));
            return;
        }
        made.remove(path);
        if (Files.isDirectory(known.root())) {
            new Beneath(known.root()).removeIfEmpty(known.relative(), known.size());
        }
    }

    /** One line: the size of a file as made, the folder, the name below it, separated by NUL, which no path holds. */
    private void note(Made one) throws IOException {
        String line = one.size() + "\0" + one.root() + "\0" + one.relative() + "\n";
        Files.writeString(journal, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Removes what a journal of a server that is gone names, the last made first. */
    static void undo(Path journal) throws IOException {
        for (String line : Files.readString(journal).lines().toList().reversed()) {
            String[] parts = line.split("\0", -1);
            // A line that a crash cut short was written before its name was made: nothing to undo.
            if (parts.length == 3 && Files.isDirectory(Path.of(parts[1]))) {
                new Beneath(Path.of(parts[1])).removeIfEmpty(Path.of(parts[2]), Long.parseLong(parts[0]));
            }
        }
    }
}
