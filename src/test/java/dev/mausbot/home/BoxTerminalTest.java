package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code cloud-home box} before a person at a terminal, whom {@code terminal.py} stands in for. */
class BoxTerminalTest {
    private static final Path PYTHON = Path.of("/usr/bin/python3");
    private static final String[] SHELL = {"--", "bash", "--norc", "--noprofile", "-i"};
    private static final String PROMPT = "expect ^bash-[0-9.]+[$] $";

    private BoxProgram program;

    @BeforeEach
    void openProgram() throws IOException {
        if (!Files.isExecutable(PYTHON)) {
            String skipped = "SKIPPED: no " + PYTHON + ", so no box was tried on a terminal";
            System.out.println(skipped);
            Assumptions.abort(skipped);
        }
        // On a better terminal readline decorates its prompt.
        program = BoxProgram.here().with("TERM", "dumb");
    }

    @AfterEach
    void closeProgram() throws IOException {
        if (program != null) {
            program.close();
        }
    }

    /** Starts a box on a terminal and goes through steps; what was shown, and what came of it, line by line. */
    private List<String> sit(String[] arguments, String... steps) throws Exception {
        List<String> command = new ArrayList<>(List.of(PYTHON.toString(), script()));
        command.addAll(BoxProgram.command(arguments));
        Process process = program.start(program.root, command);
        CompletableFuture<String> errors = CompletableFuture.supplyAsync(() -> all(process.getErrorStream()));
        try (OutputStream input = process.getOutputStream()) {
            input.write((String.join("\n", steps) + "\nend\n").getBytes(StandardCharsets.UTF_8));
        }
        String shown = all(process.getInputStream());
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(shown + errors.join()).isZero();
        return shown.lines().toList();
    }

    private static String script() throws URISyntaxException {
        return Path.of(Objects.requireNonNull(BoxTerminalTest.class.getResource("terminal.py"))
                        .toURI())
                .toString();
    }

    private static String all(java.io.InputStream stream) {
        try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Test
    void hasATerminalOfItsOwnWithJobControl() throws Exception {
        List<String> shown = sit(
                SHELL,
                PROMPT,
                "type stty size; tty >/dev/null && echo a $((40+1)) tty\\r",
                "expect ^40 120",
                "expect ^a 41 tty",
                PROMPT,
                "type sleep 1000 &\\r",
                "expect ^\\[1\\] [0-9]+",
                PROMPT,
                "type jobs\\r",
                "expect Running +sleep 1000",
                PROMPT,
                "type kill %1\\r",
                PROMPT,
                "type bash -c 'echo stopped $((40+1)); kill -STOP $$; echo resumed $((40+2)); sleep 1000'\\r",
                "expect Stopped",
                PROMPT,
                "type fg\\r",
                "expect ^resumed 42",
                "type \\x03",
                PROMPT,
                "type jobs; echo alive $((40+2))\\r",
                "expect ^alive 42",
                PROMPT,
                "type \\x03",
                PROMPT,
                "type exit 9\\r");
        assertThat(shown).endsWith("exit 9", "settings as before");
        assertThat(shown).noneMatch(line -> line.contains("no job control"));
    }

    @Test
    void stopsOnlyTheForegroundAtCtrlC() throws Exception {
        List<String> shown = sit(
                SHELL,
                PROMPT,
                "type sleep 1000 &\\r",
                PROMPT,
                // Its word says that it has the terminal: a Ctrl-C before that would be the shell's.
                "type bash -c 'echo started $((40+2)); sleep 2000'\\r",
                "expect ^started 42",
                "type \\x03",
                PROMPT,
                "type jobs; kill %1; exit\\r",
                "expect Running +sleep 1000");
        assertThat(shown).contains("settings as before");
    }

    @Test
    void followsTheWindow() throws Exception {
        List<String> shown = sit(
                SHELL,
                PROMPT,
                "type bash -c 'trap \"stty size; exit\" WINCH; echo ready $((40+3)); while :; do sleep 0.1; done'\\r",
                "expect ^ready 43",
                "size 30 100",
                "expect ^30 100",
                PROMPT,
                "type exit 0\\r");
        assertThat(shown).endsWith("exit 0", "settings as before");
    }

    @Test
    void knowsNothingOfTheCallersEnvironment() throws Exception {
        program.with("OTHER", "no");
        List<String> shown = sit(new String[] {"--", "env"});
        assertThat(shown)
                .contains("TERM=dumb", "exit 0")
                .noneMatch(line -> line.matches("(SOCAT_.*|OTHER|OMB_RUNTIME_DIR)=.*"));
    }

    @Test
    void losesNothingOfWhatACommandSaysLast() throws Exception {
        List<String> shown = sit(new String[] {"--shell", "seq 1 20000; exit 3"});
        assertThat(shown).contains("1", "10000", "20000").endsWith("exit 3", "settings as before");
    }

    @Test
    void tellsWhatWasRefusedOnceTheTerminalIsBack() throws Exception {
        List<String> shown = sit(new String[] {"--shell", "curl -s -o /dev/null http://169.254.169.254/; exit 3"});
        assertThat(shown)
                .contains("box: refused by the egress gate: 169.254.169.254:80: the address is link-local")
                .endsWith("exit 3", "settings as before");
    }

    @Test
    void saysOnTheTerminalWhyNoBoxCouldBeStarted() throws Exception {
        List<String> shown =
                sit(new String[] {"--rw", program.root.resolve("nowhere").toString(), "--", "true"});
        assertThat(shown).anyMatch(line -> line.startsWith("box: ")).endsWith("exit 125", "settings as before");
    }
}
