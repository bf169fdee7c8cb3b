package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.mausbot.home.box.BoxWorks;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code cloud-home box} as a process of its own, with a HOME and a runtime folder that are thrown away. */
final class BoxProgram implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    final Path root;
    final Path home;
    final Path runtime;
    private final Map<String, String> environment = new TreeMap<>();

    private BoxProgram(Path root) throws IOException {
        this.root = root;
        this.home = Files.createDirectory(root.resolve("home"));
        this.runtime = root.resolve("r");
        environment.putAll(Map.of(
                "HOME", home.toString(),
                "PATH", "/usr/bin:/bin",
                "LANG", "C.UTF-8",
                "TERM", "xterm",
                "OMB_RUNTIME_DIR", runtime.toString()));
    }

    static BoxProgram here() throws IOException {
        BoxWorks.assumeHere();
        assumeFalse(
                System.getProperty("user.name").equals("root"),
                "as root the program goes on as an ordinary user, who cannot read this build; these tests run as one too");
        return new BoxProgram(Files.createTempDirectory("p").toRealPath());
    }

    BoxProgram with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** The words that start it. */
    static List<String> command(String... arguments) {
        return words("box", arguments);
    }

    /** The words that start another command of the same program. */
    static List<String> words(String name, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.mausbot.home.Main",
                name));
        command.addAll(List.of(arguments));
        return command;
    }

    /** What it came to. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Ran(int exitCode, byte[] bytes, String errors) {
        String output() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        List<String> lines() {
            return output().lines().toList();
        }
    }

    Process start(Path folder, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    Process start(String... arguments) throws IOException {
        return start(root, command(arguments));
    }

    Ran run(String... arguments) throws Exception {
        return run(root, new byte[0], arguments);
    }

    /** Runs it in a folder and gives it an input. */
    Ran run(Path folder, byte[] input, String... arguments) throws Exception {
        return run(folder, input, command(arguments));
    }

    /** Runs any command line. */
    Ran run(Path folder, byte[] input, List<String> words) throws Exception {
        Process process = start(folder, words);
        CompletableFuture<byte[]> output = CompletableFuture.supplyAsync(() -> all(process.getInputStream()));
        CompletableFuture<byte[]> errors = CompletableFuture.supplyAsync(() -> all(process.getErrorStream()));
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(input);
        } catch (IOException unread) {
            assertThat(input).as("an input that nobody read").isEmpty();
        }
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return new Ran(process.exitValue(), output.join(), new String(errors.join(), StandardCharsets.UTF_8));
    }

    private static byte[] all(InputStream stream) {
        try {
            return stream.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** How many processes of this machine have this word on their command line, in a box or not. */
    static long running(String word) {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(path -> path.getFileName().toString().matches("[0-9]+"))
                    .filter(path -> List.of(commandLine(path).split("\0", -1)).contains(word))
                    .count();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }
}
