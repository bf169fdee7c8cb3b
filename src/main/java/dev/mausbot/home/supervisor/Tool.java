package dev.mausbot.home.supervisor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One run of a tool of the system, with nothing of our environment: what it said, and how it ended.
 *
 * @param exitCode its exit code
 * @param said what it said on both outputs, on one line
 */
record Tool(int exitCode, String said) {
    private static final int MOST_BYTES = 2000;
    private static final int PATIENCE_SECONDS = 10;

    static Tool run(String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of(command)).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("PATH", SystemPath.VALUE);
        Process process = builder.start();
        process.getOutputStream().close();
        try (var output = process.getInputStream()) {
            String said = new String(output.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(command[0] + " did not end within " + PATIENCE_SECONDS + " s");
            }
            return new Tool(process.exitValue(), said.strip().replaceAll("\\s+", " "));
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stop);
        } finally {
            process.destroyForcibly();
        }
    }
}
