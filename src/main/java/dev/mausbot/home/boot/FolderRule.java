package dev.mausbot.home.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the server's own folders may be. A box may write HOME, so a folder deeper in HOME could be moved away, with the
 * mask that hides it, by renaming one of its parents; a direct child cannot, because it is a mount point in every box.
 */
final class FolderRule {
    private FolderRule() {}

    /** The folder with the links of its parents resolved, if it is allowed; it need not exist. */
    static Optional<Path> allowed(String text, Path home) {
        return absolute(text)
                .map(FolderRule::withRealParent)
                .filter(folder -> !home.startsWith(folder))
                .filter(folder -> !folder.startsWith(home) || home.equals(folder.getParent()));
    }

    /** An absolute path, normalised. */
    static Optional<Path> absolute(String text) {
        try {
            Path path = Path.of(text);
            return path.isAbsolute() ? Optional.of(path.normalize()) : Optional.empty();
        } catch (InvalidPathException _) {
            return Optional.empty(); // the caller says what a valid one looks like
        }
    }

    /** The last name is left alone: a link there is refused when the folder is opened, not followed. */
    private static Path withRealParent(Path path) {
        Path parent = path.getParent();
        return parent == null ? path : real(parent).resolve(path.getFileName());
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException _) {
            Path parent = path.getParent(); // what does not exist has no links yet
            return parent == null || Files.exists(path) ? path : real(parent).resolve(path.getFileName());
        }
    }
}
