package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.box.BoxEnd;
import dev.mausbot.home.box.LaunchPlan;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RunTest {
    private static final String WHAT_IT_READS = "read -r prompt; read -r said; echo \"$prompt $said\"; exit 7";

    @Test
    void saysWhatIsFilledInAfterThePrompt() throws Exception {
        try (Run run = start("hello\n", WHAT_IT_READS)) {
            run.say("at ${broker-url:mcp-docs}\n");
            assertThat(text(run.output())).isEqualTo("hello at http://here\n");
        }
    }

    @Test
    void interruptsByTheLineThatIsKnownByThenAndLetsItEndItsOwnWay() throws Exception {
        try (Run run = start("hello\n", WHAT_IT_READS)) {
            run.interruptBy("cancel it\n");
            run.interrupt();
            assertThat(text(run.output())).isEqualTo("hello cancel it\n");
            RunEnd end = run.end().get(30, TimeUnit.SECONDS);
            assertThat(end.exitCode()).isEqualTo(7);
            assertThat(end.cause()).isEqualTo(RunEnd.Cause.INTERRUPTED);
        }
    }

    @Test
    void dropsWhatIsSaidToARunThatHasEnded() throws Exception {
        try (Run run = start("", "exit 0")) {
            run.end().get(30, TimeUnit.SECONDS);
            run.say("anybody there?\n");
            assertThat(run.end().isDone()).isTrue();
        }
    }

    private static Run start(String prompt, String script) throws IOException {
        LaunchPlan plan = new LaunchPlan(
                List.of("/bin/bash", "-c", script),
                Map.of(),
                List.of(),
                List.of(),
                prompt,
                LaunchPlan.Input.KEPT_OPEN,
                Optional.empty());
        return Run.begin(new Held(new ProcessBuilder(plan.command()).start()), plan, false, Duration.ofMinutes(1));
    }

    private static String text(InputStream output) throws IOException {
        return new String(output.readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Just a process, with one grant. */
    private record Held(Process process) implements Lifeline {
        @Override
        public InputStream output() {
            return process.getInputStream();
        }

        @Override
        public InputStream errors() {
            return process.getErrorStream();
        }

        @Override
        public OutputStream input() {
            return process.getOutputStream();
        }

        @Override
        public String filled(String text) {
            return text.replace("${broker-url:mcp-docs}", "http://here");
        }

        @Override
        public void terminate() {
            process.destroy();
        }

        @Override
        public void kill() {
            process.destroyForcibly();
        }

        @Override
        public CompletableFuture<BoxEnd> over() {
            return process.onExit().thenApply(over -> new BoxEnd(over.exitValue(), true, Duration.ZERO));
        }
    }
}
