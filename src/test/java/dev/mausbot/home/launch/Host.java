package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs of the host, run by tests without a box. */
final class Host {
    private static final long PATIENCE_SECONDS = 30;

    private Host() {}

    /** What a program came to, its two outputs together. */
    record Ran(int exitCode, String output) {
        Ran succeeded() {
            assertThat(exitCode).as("exit code; it printed: " + output).isZero();
            return this;
        }
    }

    static Ran shell(String text) throws IOException, InterruptedException {
        return run(List.of("/bin/sh", "-c", text));
    }

    static Ran run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            return new Ran(process.exitValue(), output);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Whether a box has this program too: what lies elsewhere than in the system's folders it has not. */
    static boolean has(String program) {
        return Files.isExecutable(Path.of("/usr/bin", program));
    }
}
