package dev.mausbot.home.boot;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A folder in {@code /tmp} (or where such things are) that goes with the process that made it. Its name tells that process, so that one that was
 * killed is known by what it left, and the next one to start can put it away.
 */
public final class PassingFolder implements AutoCloseable {
    private static final Path TMP = Path.of("/tmp");

    private final Path path;

    private PassingFolder(Path path) {
        this.path = path;
    }

    /** Makes one, closed to others; {@code purpose} is a word for its name. */
    public static PassingFolder make(String purpose) throws IOException {
        return make(TMP, purpose);
    }

    /** Makes one in another folder for such things. */
    public static PassingFolder make(Path tmp, String purpose) throws IOException {
        return new PassingFolder(Files.createTempDirectory(
                        tmp,
                        prefix(purpose) + ProcessHandle.current().pid() + "-",
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")))
                .toRealPath());
    }

    /** Those of a purpose that belong to this user and whose process is gone; the kernel may have given its number on. */
    public static List<PassingFolder> abandoned(String purpose, HostFacts host) throws IOException {
        return abandoned(TMP, purpose, host);
    }

    /** The same in another folder for such things. */
    public static List<PassingFolder> abandoned(Path tmp, String purpose, HostFacts host) throws IOException {
        Pattern name = Pattern.compile(Pattern.quote(prefix(purpose)) + "([0-9]{1,10})-.*");
        List<PassingFolder> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tmp, prefix(purpose) + "*")) {
            for (Path one : all) {
                Matcher read = name.matcher(one.getFileName().toString());
                if (read.matches()
                        && ProcessHandle.of(Long.parseLong(read.group(1))).isEmpty()
                        && Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS)
                        && Files.getAttribute(one, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                                .equals(host.uid())) {
                    found.add(new PassingFolder(one));
                }
            }
        }
        return List.copyOf(found);
    }

    private static String prefix(String purpose) {
        return "cloud-home-" + purpose + "-";
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /**
     * Removes it with all that is in it, by the system's own tools: what a box leaves may be closed to its owner, or lie
     * deeper than any path is long ({@code PATH_MAX}). Neither follows a link on its way down.
     */
    @Override
    public void close() throws IOException {
        run("chmod", "-R", "u+rwx", "--", path.toString());
        if (run("rm", "-rf", "--", path.toString()) != 0) {
            throw new IOException("%s could not be removed: look who still uses it".formatted(path));
        }
    }

    private static int run(String... command) throws IOException {
        try {
            return new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stop);
        }
    }
}
