package dev.mausbot.home.boot;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** A folder that its owner alone may enter: made so, or checked to be so before anything is put in it. */
final class PrivateFolder {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private PrivateFolder() {}

    /** Makes the folder or checks the one that is there; a reason if it cannot be trusted. */
    static Optional<String> prepare(Path folder, int uid) throws IOException {
        try {
            Path parent = folder.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
            return Optional.empty();
        } catch (FileAlreadyExistsException _) {
            return check(folder, uid); // whoever made it, it is judged by what it is now
        }
    }

    static boolean isOwnedBy(Path folder, int uid) {
        try {
            return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && Look.at(folder).uid() == uid;
        } catch (IOException _) {
            return false; // what cannot be looked at is not ours
        }
    }

    private static Optional<String> check(Path folder, int uid) throws IOException {
        Look found = Look.at(folder);
        if (found.isLink()) {
            return Optional.of(folder + " is a link, which somebody could turn: name the folder itself");
        }
        if (!found.isFolder()) {
            return Optional.of(folder + " is not a folder: move it away or name another one");
        }
        if (found.uid() != uid) {
            return Optional.of(folder + " belongs to user " + found.uid() + " and this program runs as user " + uid
                    + ": name another folder or give that one to this user");
        }
        if (found.isWritableByOthers()) {
            return Optional.of(folder + " may be written by others, so what is in it may be theirs: look at it, then"
                    + " run chmod 700 on it");
        }
        Files.setPosixFilePermissions(folder, OWNER_ONLY);
        return Optional.empty();
    }
}
