package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code cloud-home box} as a person or a script starts it, its input and outputs being pipes. */
class BoxCommandTest {
    private BoxProgram program;

    @BeforeEach
    void openProgram() throws IOException {
        program = BoxProgram.here();
    }

    @AfterEach
    void leavesNothing() throws IOException {
        if (program != null) {
            try (Stream<Path> left = Files.exists(program.runtime) ? Files.list(program.runtime) : Stream.empty()) {
                assertThat(left).as("left in the runtime folder").isEmpty();
            }
            program.close();
        }
    }

    @Test
    void passesInputOutputsAndExitCodeOnByteByByte() throws Exception {
        byte[] bytes = new byte[1024 * 1024];
        new Random(1).nextBytes(bytes);
        BoxProgram.Ran ran = program.run(program.root, bytes, "--", "sh", "-c", "cat; echo complaint >&2; exit 7");
        assertThat(ran.bytes()).isEqualTo(bytes);
        assertThat(ran.errors()).isEqualTo("complaint\n");
        assertThat(ran.exitCode()).isEqualTo(7);
    }

    @Test
    void startsInAnEmptyFolderThatIsThrownAwayAndSeesNotTheRealHome() throws Exception {
        Files.writeString(program.home.resolve("mine"), "");
        BoxProgram.Ran ran = program.run("--shell", "pwd; echo >left; ls ~/mine; hostname; cat /proc/1/comm");
        assertThat(ran.exitCode()).isZero();
        assertThat(ran.lines()).hasSize(3).endsWith("box", "bwrap");
        assertThat(ran.errors()).contains("/mine").contains("No such file");
        assertThat(Path.of(ran.lines().getFirst())).doesNotExist();
    }

    @Test
    void letsThroughOnlyTheVariablesThatAreNamed() throws Exception {
        BoxProgram.Ran ran = program.with("WANTED", "yes")
                .with("OTHER", "no")
                .with("LD_PRELOAD", "")
                .with("OMB_PORT", "8800")
                .run("--env", "WANTED", "--env", "LD_PRELOAD", "--env", "OMB_PORT", "--env", "MISSING", "--", "env");
        assertThat(ran.exitCode()).isZero();
        assertThat(ran.lines())
                .contains("WANTED=yes", "LANG=C.UTF-8", "HOME=" + program.home)
                .noneMatch(line -> line.matches("(OTHER|LD_PRELOAD|OMB_PORT|MISSING|OMB_RUNTIME_DIR)=.*"));
    }

    @Test
    void worksInFoldersThatItIsGiven() throws Exception {
        Path above = Files.createDirectory(program.root.resolve("given"));
        Path given = Files.createDirectory(above.resolve("below"));
        Path other = Files.createDirectory(program.root.resolve("other"));
        BoxProgram.Ran below = program.run(
                given, new byte[0], "--rw", above.toString(), "--shell", "pwd; echo b >written; ls " + other);
        assertThat(below.lines()).containsExactly(given.toString());
        assertThat(below.errors()).contains("No such file");
        assertThat(given.resolve("written")).hasContent("b");

        BoxProgram.Ran elsewhere = program.run(
                "--rw",
                given.toString(),
                "--rw",
                other.toString(),
                "--shell",
                "pwd; echo c >%s/written".formatted(other));
        assertThat(elsewhere.output().strip()).isEqualTo(given.toString());
        assertThat(other.resolve("written")).hasContent("c");
    }

    @Test
    void tellsAtTheEndWhatWasRefused() throws Exception {
        BoxProgram.Ran ran = program.run(
                "--shell",
                "for i in 1 2; do curl -s -o /dev/null http://169.254.169.254/; done; curl -s -o /dev/null http://localhost.localdomain/; exit 3");
        assertThat(ran.exitCode()).isEqualTo(3);
        assertThat(ran.errors().lines())
                .containsExactly(
                        "box: refused by the egress gate: 169.254.169.254:80: the address is link-local (2 times)",
                        "box: refused by the egress gate: localhost.localdomain:80: the name stands for this machine or its network");
    }

    @Test
    void hasNoNetworkIfToldSo() throws Exception {
        BoxProgram.Ran ran = program.run(
                "--net",
                "none",
                "--shell",
                "env | grep -ci proxy; curl -s http://127.0.0.1:3128/; echo $?; ls /run/omb");
        assertThat(ran.lines()).containsExactly("0", "7");
        assertThat(ran.errors()).contains("/run/omb").doesNotContain("refused by");
    }

    @Test
    void explainsItself() throws Exception {
        BoxProgram.Ran ran = program.run("--help");
        assertThat(ran.exitCode()).isZero();
        assertThat(ran.output()).contains("--net", "--rw", "--env", "--home", "125");
    }

    @Test
    void refusesOptionsThatMakeNoSense() throws Exception {
        BoxProgram.Ran nothing = program.run();
        assertThat(nothing.exitCode()).isEqualTo(2);
        assertThat(nothing.errors()).contains("no command");
        assertThat(program.run("--net", "some", "--", "true").exitCode()).isEqualTo(2);
    }

    @Test
    void saysWhyNoBoxCouldBeStarted() throws Exception {
        BoxProgram.Ran missing =
                program.run("--rw", program.root.resolve("nowhere").toString(), "--", "true");
        assertThat(missing.exitCode()).isEqualTo(125);
        assertThat(missing.errors()).startsWith("box: ").contains("nowhere does not exist");

        BoxProgram.Ran tooLong = program.with(
                        "OMB_RUNTIME_DIR",
                        program.root.resolve("long".repeat(30)).toString())
                .run("--", "true");
        assertThat(tooLong.exitCode()).isEqualTo(125);
        assertThat(tooLong.errors()).startsWith("box: ").contains("OMB_RUNTIME_DIR", "at most");
    }

    @Test
    void passesOnThatACommandIsNotThere() throws Exception {
        BoxProgram.Ran ran = program.run("--", "no-such-program");
        assertThat(ran.exitCode()).isEqualTo(127);
        assertThat(ran.errors()).contains("no-such-program");
    }

    @Test
    void endsWithItsCommandWhileItsInputIsStillOpen() throws Exception {
        Process process = program.start("--", "true");
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        process.getOutputStream().close();
    }

    @Test
    void letsItsCommandEndInItsOwnWayWhenItIsTerminated() throws Exception {
        String mark = mark();
        Process process = program.start(
                "--shell",
                "trap 'echo bye; exit 4' TERM; setsid sleep %s & echo up; while :; do sleep 0.1; done".formatted(mark));
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        assertThat(output.readLine()).isEqualTo("up");
        process.toHandle().destroy(); // unlike the process itself, it leaves the output open
        assertThat(output.readLine()).isEqualTo("bye");
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(BoxProgram.running(mark)).isZero();
    }

    @Test
    void takesItsBoxWithItWhenItIsKilled() throws Exception {
        String mark = mark();
        Process process =
                program.start("--shell", "trap '' TERM HUP; setsid sleep %s & echo up; sleep %s".formatted(mark, mark));
        assertThat(process.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("up");
        // The shell says so while what it has started is not yet what it becomes.
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(BoxProgram.running(mark)).isPositive());
        process.destroyForcibly().waitFor();
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(BoxProgram.running(mark)).isZero());
        // What it left in the folders goes with the next start.
        assertThat(program.run("--", "true").exitCode()).isZero();
    }

    private static String mark() {
        return "9" + Long.toUnsignedString(System.nanoTime());
    }
}
