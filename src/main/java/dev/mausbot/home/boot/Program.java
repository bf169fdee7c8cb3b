package dev.mausbot.home.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How to start this very program again with other arguments, for the commands that need no framework: inside a box,
 * {@code harden}, {@code supervise}. In a JVM these get this room's jar and nothing else on their class path.
 */
public final class Program {
    /** Names the jar or folder of our classes where a class loader does not tell; the front door sets it. */
    public static final String LOCATION_PROPERTY = "omb.program";

    private static final String MAIN = "dev.mausbot.home.Main";
    private static final String IMAGE_CODE = "org.graalvm.nativeimage.imagecode";
    private static final List<Path> IN_EVERY_BOX = List.of(Path.of("/usr"), Path.of("/etc"), Path.of("/opt"));

    private final List<String> start;
    private final List<String> server;
    private final Path folder;
    private final List<Path> code;
    private final List<Path> folders;

    private Program(List<String> start, List<String> server, Path folder, List<Path> folders, List<Path> code) {
        this.start = List.copyOf(start);
        this.server = List.copyOf(server);
        this.folder = folder;
        this.code = List.copyOf(code);
        this.folders = folders.stream()
                .filter(each -> IN_EVERY_BOX.stream().noneMatch(each::startsWith))
                .distinct()
                .toList();
    }

    /** This program as it runs now. */
    public static Program current() {
        try {
            return System.getProperty(IMAGE_CODE) == null
                    ? onJvm(Path.of(System.getProperty("java.home")).toRealPath(), location())
                    : executable(Path.of("/proc/self/exe").toRealPath());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot find this program's own files", e);
        }
    }

    static Program executable(Path file) {
        Path folder = file.resolveSibling("").normalize();
        return new Program(
                List.of(file.toString()), List.of(file.toString(), "serve"), folder, List.of(folder), List.of(folder));
    }

    /** Quick to start and small, not quick to run: these commands live short or mostly wait. */
    static Program onJvm(Path javaHome, Path location) {
        String java = javaHome.resolve("bin/java").toString();
        Path own = Files.isDirectory(location)
                ? location
                : location.resolveSibling("").normalize();
        // The framework's application: its starter, and beside it a folder with our own jar.
        Path application = own.resolveSibling("").normalize();
        return new Program(
                List.of(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "-cp",
                        location.toString(),
                        MAIN),
                List.of(
                        java,
                        "--enable-native-access=ALL-UNNAMED",
                        "-jar",
                        application.resolve("quarkus-run.jar").toString(),
                        "serve"),
                application,
                List.of(javaHome, own),
                List.of(javaHome, application));
    }

    /** The command line that starts this program with these arguments. */
    public List<String> command(String... args) {
        List<String> command = new ArrayList<>(start);
        command.addAll(List.of(args));
        return List.copyOf(command);
    }

    /** The command line that starts the server. */
    public List<String> serverCommand() {
        return server;
    }

    /** The folder of the whole program, which no box can write: the server's working folder. */
    public Path folder() {
        return folder;
    }

    /** The folders of all the code that this program consists of. */
    public List<Path> code() {
        return code;
    }

    /** The command line with which this very process was started ({@code proc(5)}), its program by its real path. */
    public static List<String> again() throws IOException {
        List<String> words = new ArrayList<>(
                List.of(Files.readString(Path.of("/proc/self/cmdline")).split("\0", -1)));
        // Every word ends with a NUL, so the last piece is empty.
        words.removeLast();
        words.set(0, Path.of("/proc/self/exe").toRealPath().toString());
        return List.copyOf(words);
    }

    /** The folders that a box must have, read-only and at the same path, for {@link #command} to work in it. */
    public List<Path> readOnlyFolders() {
        return folders;
    }

    private static Path location() throws IOException {
        return codeSource()
                .or(() -> Optional.ofNullable(System.getProperty(LOCATION_PROPERTY))
                        .map(Path::of))
                .orElseThrow(() -> new IllegalStateException("cannot find the jar of this program: set -D"
                        + LOCATION_PROPERTY + " to it, or start it with ./home"))
                .toRealPath();
    }

    private static Optional<Path> codeSource() {
        return Optional.ofNullable(Program.class.getProtectionDomain().getCodeSource())
                .map(CodeSource::getLocation)
                .map(url -> URI.create(url.toString()))
                .filter(uri -> "file".equals(uri.getScheme()))
                .map(Path::of)
                .filter(Files::exists);
    }
}
