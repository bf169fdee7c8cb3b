package dev.mausbot.home.box;

import dev.mausbot.home.boot.FolderTree;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * One process's folder in the runtime folder, with its boxes' places in it. A lock tells whether its process still
 * lives; what a dead one left is swept by the next that starts. Its boxes died with it ({@code --die-with-parent}), but for
 * one that was just being made.
 */
final class OwnerFolder implements AutoCloseable {
    private static final String LOCK = "lock";
    private static final String JOURNAL = "made";
    private static final String UNFINISHED = ".new-";

    private final Path folder;
    private final FileChannel lock;

    private OwnerFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /** Makes one in a runtime folder that exists, is this user's and closed to others. */
    static OwnerFolder in(Path runtime) throws IOException {
        String name = randomName(4);
        Path unfinished = runtime.resolve(UNFINISHED + name);
        Files.createDirectory(
                unfinished, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        FileChannel channel =
                FileChannel.open(unfinished.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        // Under its own name only once it is locked, so that no sweep takes it for a dead one's.
        FileLock held = channel.lock();
        if (!held.isValid()) {
            throw new IOException("the lock in " + unfinished + " was lost");
        }
        return new OwnerFolder(Files.move(unfinished, runtime.resolve(name)), channel);
    }

    static String randomName(int bytes) {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    Path journal() {
        return folder.resolve(JOURNAL);
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    BoxPlace place() throws IOException {
        return BoxPlace.in(folder, randomName(3));
    }

    /** Ends what is left of the boxes of processes that are gone, and removes their folders and the mount points they made. */
    static void sweep(Path runtime) throws IOException {
        try (DirectoryStream<Path> owners = Files.newDirectoryStream(runtime, "[0-9a-f]*")) {
            for (Path owner : owners) {
                Path lock = owner.resolve(LOCK);
                if (Files.exists(lock) && dead(lock)) {
                    Survivors.of(owner).end();
                    if (Files.exists(owner.resolve(JOURNAL))) {
                        MountPoints.undo(owner.resolve(JOURNAL));
                    }
                    FolderTree.delete(owner);
                }
            }
        }
    }

    private static boolean dead(Path lock) throws IOException {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock free = channel.tryLock()) {
            return free != null;
        } catch (OverlappingFileLockException ours) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        FolderTree.delete(folder);
        lock.close();
    }
}
