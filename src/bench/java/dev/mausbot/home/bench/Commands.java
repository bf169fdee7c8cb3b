package dev.mausbot.home.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Other programs, found and run. */
final class Commands {
    private static final long PATIENCE_SECONDS = 60;

    private Commands() {}

    /** A program of the PATH or of where Debian keeps servers. */
    static Optional<Path> find(String name) {
        String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/bin";
        return Stream.of(path.split(":", -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Runs a command to its end, its output unread. */
    static void run(ProcessBuilder command) throws IOException, InterruptedException {
        Process process = command.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        if (process.waitFor() != 0) {
            throw new IOException("exit code %d of %s".formatted(process.exitValue(), command.command()));
        }
    }

    /** What a command prints, its errors too. */
    static String output(List<String> command) throws IOException, InterruptedException {
        return output(new ProcessBuilder(command));
    }

    /** The same for one that is set up further. */
    static String output(ProcessBuilder command) throws IOException, InterruptedException {
        Process process = command.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException("%s failed: %s".formatted(command.command(), output.strip()));
        }
        return output;
    }

    /** A command with nothing in its environment but this. */
    static ProcessBuilder with(Map<String, String> environment, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
    }
}
