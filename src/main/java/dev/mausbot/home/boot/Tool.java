package dev.mausbot.home.boot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One run of a tool of the system, with nothing of our environment: what it said, and how it ended.
 *
 * @param exitCode its exit code
 * @param said what it said on both outputs, on one line; its beginning, if that is long
 */
public record Tool(int exitCode, String said) {
    private static final int MOST_BYTES = 2000;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    /**
     * Runs it to its end, for 10 s at most.
     *
     * @throws IOException if it cannot be started or does not end; it and what it started is killed then
     */
    public static Tool run(String... command) throws IOException {
        return run(PATIENCE, command);
    }

    static Tool run(Duration patience, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(command)).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("PATH", SystemPath.VALUE);
        Process process = builder.start();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        // Not read by us: who waits for the end of its output waits as long as anybody holds that open.
        Thread reader = Thread.ofPlatform()
                .daemon()
                .name("output-of-" + process.pid())
                .start(() -> read(process.getInputStream(), said));
        try {
            process.getOutputStream().close();
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException(command[0] + " did not end within " + patience.toSeconds() + " s");
            }
            reader.join(LAST_WORDS);
            String line = said.toString(StandardCharsets.UTF_8).strip().replaceAll("\\s+", " ");
            return new Tool(process.exitValue(), line);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stop);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Keeps the beginning and reads on to the end, so that the tool does not stand still. */
    private static void read(InputStream output, ByteArrayOutputStream kept) {
        byte[] piece = new byte[1024];
        try (output) {
            for (int read = output.read(piece); read >= 0; read = output.read(piece)) {
                kept.write(piece, 0, Math.min(read, MOST_BYTES - kept.size()));
            }
        } catch (IOException killed) {
            return; // what was read until then is all there is
        }
    }
}
