package dev.mausbot.home.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.Output;
import dev.mausbot.home.engine.TurnEvent.Stream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShellEngineTest {
    private static final Engine SHELL = new ShellEngine();

    @TempDir
    Path folder;

    /** One script and what must come of it. */
    record Script(String promise, String text, List<String> output, Finished end) {
        @Override
        public String toString() {
            return promise;
        }
    }

    static List<Script> scripts() {
        List<Script> rows = new ArrayList<>();
        rows.add(script("several lines", "for i in 1 2; do\n  echo $i\ndone\n", List.of("1", "2"), 0));
        rows.add(script("cat sees the end of input", "cat\necho after", List.of("after"), 0));
        rows.add(script("read sees the end of input", "read -r x\necho \"$? [$x]\"", List.of("1 []"), 0));
        rows.add(script("$0 and no arguments", "echo \"$0 $#\"", List.of("bash 0"), 0));
        rows.add(script("the exit code of exit", "echo a\nexit 7\necho never", List.of("a"), 7));
        rows.add(script("the exit code of the last command", "echo a\nfalse", List.of("a"), 1));
        rows.add(script("set -e", "set -e\necho a\nfalse\necho never", List.of("a"), 1));
        rows.add(script(
                "a here document", "x=1\ncat <<EOF\nx is $x\n\"quoted\"\nEOF\n", List.of("x is 1", "\"quoted\""), 0));
        rows.add(script(
                "functions and an exit trap",
                "trap 'echo bye' EXIT\nf() { echo \"in $1\"; }\nf it",
                List.of("in it", "bye"),
                0));
        rows.add(script(
                "quotes and backslashes as they are",
                "printf '%s\\n' \"a'b\\\\c\" '$HOME `id`'",
                List.of("a'b\\c", "$HOME `id`"),
                0));
        rows.add(script("a first line that names an interpreter", "#!/bin/bash\necho a", List.of("a"), 0));
        rows.add(script("the script's own line numbers", "echo a\necho $LINENO", List.of("a", "2"), 0));
        rows.add(script("other alphabets", "echo 'grüße 😀'", List.of("grüße 😀"), 0));
        rows.add(script("no descriptor left over", "ls /proc/self/fd", List.of("0", "1", "2", "3"), 0));
        rows.add(script("an empty script", "", List.of(), 0));
        rows.add(new Script(
                "a signal by its name",
                "kill -9 $$",
                List.of(),
                new Finished(false, "exit code 137 (ended by SIGKILL)")));
        return rows;
    }

    private static Script script(String promise, String text, List<String> output, int exitCode) {
        Finished end = exitCode == 0 ? new Finished(true, "") : new Finished(false, "exit code " + exitCode);
        return new Script(promise, text, output, end);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scripts")
    void runsAScript(Script script) throws Exception {
        List<TurnEvent> events = run(script.text());
        assertThat(lines(events, Stream.OUT)).isEqualTo(script.output());
        assertThat(events.getLast()).isEqualTo(script.end());
    }

    @Test
    void keepsTheTwoOutputsApart() throws Exception {
        List<TurnEvent> events = run("echo out\necho err >&2");
        assertThat(lines(events, Stream.OUT)).containsExactly("out");
        assertThat(lines(events, Stream.ERR)).containsExactly("err");
    }

    @Test
    void namesTheLineOfASyntaxErrorAndFails() throws Exception {
        List<TurnEvent> events = run("echo one\nif then\necho two");
        assertThat(lines(events, Stream.OUT)).containsExactly("one");
        assertThat(lines(events, Stream.ERR)).first().asString().contains("syntax error");
        assertThat(events.getLast()).isEqualTo(new Finished(false, "exit code 2"));
    }

    @Test
    void runsAScriptLargerThanAnyArgumentMayBe() throws Exception {
        String comment = "# " + "x".repeat(100) + "\n";
        assertThat(lines(run(comment.repeat(30_000) + "echo done"), Stream.OUT)).containsExactly("done");
    }

    @Test
    void keepsTheScriptOutOfTheArgumentList() {
        assertThat(ready("echo very-private").command()).noneMatch(argument -> argument.contains("very-private"));
    }

    @Test
    void refusesANulCharacter() {
        assertThat(SHELL.plan(request("echo a\0b")))
                .isInstanceOfSatisfying(
                        Planned.Refused.class,
                        refused -> assertThat(refused.reason()).contains("NUL"));
    }

    @Test
    void finishesOnlyOnce() {
        OutputDecoder decoder = SHELL.decoder(Requests.first("", folder, Map.of()));
        assertThat(decoder.end(0)).containsExactly(new Finished(true, ""));
        assertThat(decoder.end(0)).isEmpty();
    }

    private List<TurnEvent> run(String script) throws Exception {
        try (RunningPlan run =
                RunningPlan.start(SHELL, request(script), folder, Map.of("PATH", "/usr/bin:/bin", "LANG", "C.UTF-8"))) {
            return run.end();
        }
    }

    private TurnRequest request(String script) {
        return Requests.first(script, folder, Map.of());
    }

    private LaunchPlan ready(String script) {
        return SHELL.plan(request(script)) instanceof Planned.Ready(LaunchPlan plan) ? plan : fail();
    }

    private static LaunchPlan fail() {
        throw new AssertionError("the shell engine refused a plain script");
    }

    private static List<String> lines(List<TurnEvent> events, Stream stream) {
        return events.stream()
                .filter(event -> event instanceof Output output && output.stream() == stream)
                .map(event -> ((Output) event).text())
                .toList();
    }
}
