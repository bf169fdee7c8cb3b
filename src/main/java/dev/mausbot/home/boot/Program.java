package dev.mausbot.home.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
    private final List<Path> folders;

    private Program(List<String> start, List<Path> folders) {
        this.start = List.copyOf(start);
        this.folders = folders.stream()
                .filter(folder -> IN_EVERY_BOX.stream().noneMatch(folder::startsWith))
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
        return new Program(
                List.of(file.toString()), Stream.ofNullable(file.getParent()).toList());
    }

    /** Quick to start and small, not quick to run: these commands live short or mostly wait. */
    static Program onJvm(Path javaHome, Path location) {
        return new Program(
                List.of(
                        javaHome.resolve("bin/java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "-cp",
                        location.toString(),
                        MAIN),
                List.of(
                        javaHome,
                        Files.isDirectory(location)
                                ? location
                                : location.resolveSibling("").normalize()));
    }

    /** The command line that starts this program with these arguments. */
    public List<String> command(String... args) {
        List<String> command = new ArrayList<>(start);
        command.addAll(List.of(args));
        return List.copyOf(command);
    }

    /**
     * The command line that starts this program again as it was started: with every library, for commands that need
     * them.
     */
    public List<String> whole(String command) {
        if (System.getProperty(IMAGE_CODE) != null) {
            return command(command);
        }
        List<String> words = new ArrayList<>(List.of(start.getFirst()));
        words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN, command));
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
