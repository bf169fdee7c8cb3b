package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What a run came to. */
record Outcome(RunEnd end, String output, String errors) {
    private static final long PATIENCE_SECONDS = 60;

    /** Reads a run to its end. */
    static Outcome of(BoxedRun run) throws Exception {
        CompletableFuture<String> errors = CompletableFuture.supplyAsync(() -> all(run.errors()));
        String output = all(run.output());
        return new Outcome(run.end().get(PATIENCE_SECONDS, TimeUnit.SECONDS), output, errors.join());
    }

    private static String all(InputStream stream) {
        try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    List<String> lines() {
        return output.lines().toList();
    }

    /** The same, if the command came to a good end by itself. */
    Outcome succeeded() {
        assertThat(end.exitCode())
                .as("exit code; it printed: " + output + errors)
                .isZero();
        assertThat(end.cause()).isEqualTo(RunEnd.Cause.EXITED);
        return this;
    }
}
