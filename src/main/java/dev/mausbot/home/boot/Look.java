package dev.mausbot.home.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * What is at a path: a link itself and not what it points to (inode(7)).
 *
 * @param uid its owner
 * @param mode its type and permissions
 * @param links how many names it has
 */
public record Look(int uid, int mode, int links) {
    private static final int TYPE = 0xf000;
    private static final int FOLDER = 0x4000;
    private static final int FILE = 0x8000;
    private static final int LINK = 0xa000;
    private static final int WRITABLE_BY_OTHERS = 0022;
    private static final int PERMISSIONS = 07777;

    /**
     * Looks there.
     *
     * @throws java.nio.file.NoSuchFileException if nothing is there
     */
    public static Look at(Path path) throws IOException {
        Map<String, Object> found = Files.readAttributes(path, "unix:uid,mode,nlink", LinkOption.NOFOLLOW_LINKS);
        return new Look(
                (int) Objects.requireNonNull(found.get("uid")), (int) Objects.requireNonNull(found.get("mode")), (int)
                        Objects.requireNonNull(found.get("nlink")));
    }

    public boolean isLink() {
        return (mode & TYPE) == LINK;
    }

    public boolean isFolder() {
        return (mode & TYPE) == FOLDER;
    }

    public boolean isFile() {
        return (mode & TYPE) == FILE;
    }

    public int permissions() {
        return mode & PERMISSIONS;
    }

    /** Whether group or others may write it; what a link's permissions say means nothing. */
    public boolean isWritableByOthers() {
        return !isLink() && (mode & WRITABLE_BY_OTHERS) != 0;
    }
}
