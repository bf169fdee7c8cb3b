package dev.mausbot.home.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class ToolTest {
    private static final Duration SOON = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(20);

    private static Tool shell(Duration patience, String text) throws IOException {
        return Tool.run(patience, "/bin/sh", "-c", text);
    }

    private static long sleeping(String seconds) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .filter(arguments -> List.of(arguments).contains(seconds))
                        .isPresent())
                .count();
    }

    @Test
    void tellsWhatItSaidAndHowItEnded() throws IOException {
        assertThat(shell(LONG, "echo one; echo ' two' >&2; exit 3")).isEqualTo(new Tool(3, "one two"));
        assertThat(shell(LONG, "echo $PATH $HOME").said()).isEqualTo(SystemPath.VALUE);
    }

    @Test
    void keepsTheBeginningOfWhatIsLong() throws IOException {
        Tool tool = shell(LONG, "head -c 1000000 /dev/zero | tr '\\0' x; exit 3");
        assertThat(tool.exitCode()).isEqualTo(3);
        assertThat(tool.said()).isEqualTo("x".repeat(2000));
    }

    /** Silent or not: who waited for the end of its output first would wait for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"exec sleep %s", "echo up; exec sleep %s", "sleep %s & wait"})
    void endsOneThatDoesNotEndAndWhatItStarted(String text) {
        String seconds = "9" + System.nanoTime();
        assertThatIOException()
                .isThrownBy(() -> shell(SOON, text.formatted(seconds)))
                .withMessageContaining("did not end");
        await().until(() -> sleeping(seconds) == 0);
    }

    @Test
    void waitsForNobodyWhoOnlyHoldsItsOutput() throws IOException {
        String seconds = "15.0" + System.nanoTime();
        long begun = System.nanoTime();
        assertThat(shell(LONG, "sleep " + seconds + " & echo up").said()).isEqualTo("up");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(12));
        ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .filter(arguments -> List.of(arguments).contains(seconds))
                        .isPresent())
                .forEach(ProcessHandle::destroyForcibly);
    }
}
