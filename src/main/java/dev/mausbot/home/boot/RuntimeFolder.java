package dev.mausbot.home.boot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The folder of this program's sockets, entered by its owner alone. Several programs of one user may share it; each box
 * has a folder of its own in it. A random one goes when it is closed.
 */
public final class RuntimeFolder implements AutoCloseable {
    /** A socket's path with its closing zero fits into 108 bytes (unix(7)). */
    private static final int SUN_PATH = 108;

    private static final String LONGEST_SOCKET = "/xxxxxxxx/xxxxxx/s/harness.sock";

    /** How many bytes the folder's own path may have, so that every box's sockets fit. */
    public static final int LONGEST = SUN_PATH - 1 - LONGEST_SOCKET.length();

    private static final String PURPOSE = "run";

    private final Path path;
    private final Optional<PassingFolder> passing;

    private RuntimeFolder(Path path, Optional<PassingFolder> passing) {
        this.path = path;
        this.passing = passing;
    }

    /** Opens the chosen folder, or a random one in {@code /tmp} if none was chosen. */
    public static Opened<RuntimeFolder> open(Optional<Path> chosen, HostFacts host) throws IOException {
        if (chosen.isEmpty()) {
            PassingFolder random = PassingFolder.make(PURPOSE);
            return new Opened.Ready<>(new RuntimeFolder(random.path(), Optional.of(random)));
        }
        Path folder = chosen.get();
        if (!fits(folder)) {
            return new Opened.Refused<>(
                    folder + " is too long for unix sockets: name one of at most " + LONGEST + " bytes");
        }
        return PrivateFolder.prepare(folder, host.uid())
                .<Opened<RuntimeFolder>>map(Opened.Refused::new)
                .orElseGet(() -> new Opened.Ready<>(new RuntimeFolder(folder, Optional.empty())));
    }

    static boolean fits(Path folder) {
        return folder.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST;
    }

    /** Where it is; as it was named, links of its parents not resolved. */
    public Path path() {
        return path;
    }

    /** The random ones that killed processes of this user left behind; whoever asks puts them away. */
    public static List<PassingFolder> abandoned(HostFacts host) throws IOException {
        return PassingFolder.abandoned(PURPOSE, host);
    }

    /** Removes the folder if it was made for this program alone. */
    @Override
    public void close() throws IOException {
        if (passing.isPresent()) {
            passing.get().close();
        }
    }
}
