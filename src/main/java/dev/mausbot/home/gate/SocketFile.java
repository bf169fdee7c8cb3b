package dev.mausbot.home.gate;

import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The file of a unix socket that one box alone is to use. */
public final class SocketFile {
    /** sun_path has 108 bytes and ends with a NUL; see unix(7). */
    private static final int LONGEST_PATH_BYTES = 107;

    private final Path path;

    private SocketFile(Path path) {
        this.path = path;
    }

    /**
     * The file that is to be.
     *
     * @throws IllegalArgumentException if the path is too long for a socket
     * @throws IllegalStateException if something is there already
     */
    public static SocketFile at(Path path) {
        int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > LONGEST_PATH_BYTES) {
            throw new IllegalArgumentException("a socket's path has at most " + LONGEST_PATH_BYTES
                    + " bytes and this one " + length + ": set OMB_RUNTIME_DIR to a shorter folder");
        }
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            // Vert.x would not fail: it lets a second server share the first one's address, and another box its calls.
            throw new IllegalStateException("the socket " + path + " is there already: each box has one of its own");
        }
        return new SocketFile(path);
    }

    /** Where to listen. */
    public SocketAddress address() {
        return SocketAddress.domainSocketAddress(path.toString());
    }

    /** Lets only this user connect, once somebody listens. */
    public void keepFromOthers() {
        try {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot keep others from the socket " + path, failed);
        }
    }

    /** Removes it; may be done twice. */
    public void remove() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot remove the socket " + path, failed);
        }
    }
}
