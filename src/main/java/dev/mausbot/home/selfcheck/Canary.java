package dev.mausbot.home.selfcheck;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A process of the server's own user with a secret in its environment: what no box may see, read or signal. It ends with
 * this program, because its standard input does.
 */
final class Canary implements AutoCloseable {
    private static final String VARIABLE = "OMB_CHECK_CANARY";

    private final String mark;
    private final String secret;
    private final Process process;

    private Canary(String mark, String secret, Process process) {
        this.mark = mark;
        this.secret = secret;
        this.process = process;
    }

    static Canary start(String mark, String secret) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", "read -r end", mark);
        builder.environment().clear();
        builder.environment().put(VARIABLE, secret);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        return new Canary(mark, secret, builder.start());
    }

    /** What is on its command line and on no other. */
    String mark() {
        return mark;
    }

    String secret() {
        return secret;
    }

    long pid() {
        return process.pid();
    }

    boolean lives() {
        return process.isAlive();
    }

    /** Whether the host itself sees it, by its mark and with its secret. What is nowhere to be seen hides from nobody. */
    boolean isSeenByHost() {
        Path status = Path.of("/proc", Long.toString(pid()));
        try {
            return Files.readString(status.resolve("cmdline"), StandardCharsets.ISO_8859_1)
                            .contains(mark)
                    && Files.readString(status.resolve("environ"), StandardCharsets.ISO_8859_1)
                            .contains(secret);
        } catch (IOException closedOrGone) {
            return false;
        }
    }

    /** A shell text that starts its like in the box itself and then becomes the command that follows. */
    String inside() {
        return "%s=%s /bin/sh -c 'sleep 600; :' %s </dev/null >/dev/null 2>&1 &\nexec \"$@\"\n"
                .formatted(VARIABLE, secret, mark);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    /** The command line around a command that starts by way of a shell text. */
    static List<String> by(String script) {
        return List.of("/bin/sh", script);
    }
}
