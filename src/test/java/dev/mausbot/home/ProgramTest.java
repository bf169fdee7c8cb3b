package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.box.BoxWorks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The built program's commands, each in a process of its own, as a JVM's application or as a native executable. */
@Tag("end-to-end")
class ProgramTest {
    private static final int PATIENCE_SECONDS = 60;

    @TempDir
    private Path home;

    /** What a command did. */
    private record Outcome(int exitCode, String output, String errors) {}

    private Outcome run(String... words) throws Exception {
        Path errors = home.resolveSibling(home.getFileName() + ".errors");
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(ServeProcess.program().stream(), Stream.of(words))
                        .toList())
                .directory(Path.of("/").toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectError(errors.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("OMB_") || name.startsWith("XDG_"));
        builder.environment().put("HOME", home.toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        String said = java.nio.file.Files.readString(errors);
        java.nio.file.Files.delete(errors);
        return new Outcome(process.exitValue(), output, said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"help", "--help", "-h"})
    void listsItsCommands(String word) throws Exception {
        Outcome outcome = run(word);

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.output()).contains("usage: cloud-home", "serve", "box");
    }

    @Test
    void namesAnUnknownCommand() throws Exception {
        Outcome outcome = run("no-such-command");

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.errors()).contains("no-such-command");
    }

    @Test
    void runsACommandInABoxWithItsGates() throws Exception {
        BoxWorks.assumeHere();
        Outcome outcome = run(
                "box",
                "--",
                "/bin/sh",
                "-c",
                "uname -n; grep Seccomp: /proc/self/status;"
                        + " curl -s -m 20 -o /dev/null -w '%{http_code}\\n' http://10.0.0.1/; exit 7");

        assertThat(outcome.exitCode()).as(outcome.errors()).isEqualTo(7);
        assertThat(List.of(outcome.output().split("\n"))).contains("box", "Seccomp:\t2", "403");
        assertThat(outcome.errors()).contains("10.0.0.1");
    }

    @Test
    void describesTheBoxesOptions() throws Exception {
        Outcome outcome = run("box", "--help");

        assertThat(outcome.exitCode()).isZero();
        assertThat(outcome.output()).contains("--rw", "--shell");
    }

    @ParameterizedTest
    @ValueSource(strings = {"box", "box-check", "doctor", "health", "pair"})
    void describesItsCommands(String word) throws Exception {
        Outcome outcome = run(word, "--help");

        assertThat(outcome.exitCode()).as(outcome.errors()).isZero();
        assertThat(outcome.output()).contains("cloud-home " + word);
        assertThat(run(word, "--no-such-option").exitCode()).isEqualTo(2);
    }

    @Test
    void provesItsBoxes() throws Exception {
        BoxWorks.assumeHere();
        Outcome outcome = run("box-check", "--json");

        assertThat(outcome.exitCode()).as(outcome.output() + outcome.errors()).isZero();
        assertThat(outcome.output()).contains("29/29");
    }

    @Test
    void namesWhatAWeakerBoxLetsThrough() throws Exception {
        BoxWorks.assumeHere();
        // With the host's network it is our own bridge that must start: no fixed port could be listened at.
        Outcome outcome = run("box-check", "--mutate=bind-fly,no-seccomp,share-net");

        assertThat(outcome.exitCode()).as(outcome.errors()).isEqualTo(1);
        assertThat(outcome.output().lines().filter(line -> line.startsWith("FAILED") && line.endsWith(".")))
                .extracting(line -> line.split(" +", -1)[1])
                .containsOnly("fly.absent", "seccomp.filter", "net.loopback", "net.route");
        assertThat(outcome.output()).contains("checks 25/29");
    }

    @Test
    void findsWhatAHostNeeds() throws Exception {
        BoxWorks.assumeHere();
        Outcome outcome = run("doctor", "--json");

        assertThat(outcome.exitCode()).as(outcome.output() + outcome.errors()).isZero();
        assertThat(outcome.output()).contains("bubblewrap");
    }
}
