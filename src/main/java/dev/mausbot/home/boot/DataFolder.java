package dev.mausbot.home.boot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The folder that holds everything worth keeping; its owner alone may enter it. */
public final class DataFolder {
    static final String LOCK_FILE = "server.lock";

    /** Its name in HOME where nothing else is said. */
    static final String USUAL_NAME = ".openmausbot";

    private final Path path;

    private DataFolder(Path path) {
        this.path = path;
    }

    /**
     * Where the settings put it, for who only looks for a running server; checks nothing else of them. Empty if nothing
     * says.
     */
    public static Optional<Path> named(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(Setting.DATA_DIR.variable))
                .or(() -> Optional.ofNullable(environment.get("HOME")).map(home -> home + "/" + USUAL_NAME))
                .flatMap(FolderRule::absolute);
    }

    /** Makes the folder, or checks the one that is there. */
    public static Opened<DataFolder> open(Path path, HostFacts host) throws IOException {
        return PrivateFolder.prepare(path, host.uid())
                .<Opened<DataFolder>>map(Opened.Refused::new)
                .orElseGet(() -> new Opened.Ready<>(new DataFolder(path)));
    }

    public Path path() {
        return path;
    }

    /**
     * Takes the folder for one server. The kernel lets go of the lock when the process ends, however it ends, so a
     * server that was killed is in nobody's way.
     */
    public Opened<Lock> lockForServer() throws IOException {
        FileChannel channel = FileChannel.open(
                path.resolve(LOCK_FILE),
                Set.of(
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.CREATE,
                        LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            FileLock lock = tryLock(channel);
            if (lock == null) {
                channel.close();
                return new Opened.Refused<>("another server (process " + holder() + ") works on " + path
                        + ": stop it, or set " + Setting.DATA_DIR.variable + " to another folder");
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
            return new Opened.Ready<>(new Lock(channel));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException _) {
            return null; // held by this very process, which is as much another server
        }
    }

    private String holder() throws IOException {
        String pid = Files.readString(path.resolve(LOCK_FILE));
        return pid.matches("[0-9]{1,10}") ? pid : "unknown";
    }

    /** The folder is this server's until this is closed. */
    public static final class Lock implements AutoCloseable {
        private final FileChannel channel;

        private Lock(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
