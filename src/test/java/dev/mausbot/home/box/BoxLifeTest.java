package dev.mausbot.home.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A box ends as a whole, however it ends, and leaves nothing on the host. */
class BoxLifeTest {
    /** Leaves the shell's session and group, ignores what it can, and is known by its argument. */
    private static final String ESCAPEE = "setsid sh -c 'trap \"\" TERM INT HUP; exec sleep %s' >/dev/null 2>&1 &";

    private BoxHouse house;

    @BeforeEach
    void openHouse() throws Exception {
        house = BoxHouse.open();
    }

    @AfterEach
    void closeHouse() throws Exception {
        house.close();
    }

    private static String mark() {
        return "9" + Long.toUnsignedString(System.nanoTime());
    }

    private static long sleeping(String mark) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .filter(arguments -> List.of(arguments).contains(mark))
                        .isPresent())
                .count();
    }

    private Box start(BoxPlace place, String shell) {
        return ((Started.Running) house.boxes.start(house.spec(place, shell), place)).box();
    }

    /** Else the box would run on with nobody to end it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 3, 5, 7, 9, 12, 15})
    void isOwnedOrNotThereIfItsStarterIsInterrupted(long millis) throws Exception {
        String mark = mark();
        try (BoxPlace place = house.boxes.place()) {
            FutureTask<Started> start =
                    new FutureTask<>(() -> house.boxes.start(house.spec(place, "exec sleep " + mark), place));
            Thread starter = Thread.ofPlatform().start(start);
            boolean _ = starter.join(Duration.ofMillis(millis));
            starter.interrupt();
            if (start.get(30, TimeUnit.SECONDS) instanceof Started.Running(Box box)) {
                box.kill();
                assertThat(box.ended().get(30, TimeUnit.SECONDS).exitCode()).isNotZero();
            }
            await().until(() -> sleeping(mark) == 0);
        }
    }

    @ParameterizedTest(name = "{0} gives {1}")
    @CsvSource({"exit 0,0", "exit 7,7", "exit 97,97", "kill -9 $$,137", "kill -TERM $$,143", "no-such-program,127"})
    void passesTheCommandsExitCodeOn(String shell, int expected) throws Exception {
        BoxHouse.Result result = house.run(shell);
        assertThat(result.exitCode()).isEqualTo(expected);
        assertThat(result.started()).isTrue();
    }

    @Test
    void leavesNoProcessWhenTheCommandExits() throws Exception {
        String mark = mark();
        try (BoxPlace place = house.boxes.place()) {
            Box box = start(
                    place,
                    ESCAPEE.formatted(mark) + " until pgrep -f 'sleep %s' >/dev/null; do :; done".formatted(mark));
            box.ended().get(20, TimeUnit.SECONDS);
            assertThat(sleeping(mark)).isZero();
        }
    }

    @Test
    void leavesNoProcessWhenItIsInterrupted() throws Exception {
        String mark = mark();
        try (BoxPlace place = house.boxes.place()) {
            Box box = start(place, ESCAPEE.formatted(mark) + " echo up; sleep 60");
            assertThat(box.output().read()).isEqualTo('u');
            box.interrupt();
            BoxEnd end = box.ended().get(4, TimeUnit.SECONDS);
            assertThat(end.exitCode()).isEqualTo(143);
            assertThat(sleeping(mark)).isZero();
        }
    }

    @Test
    void killsACommandThatIgnoresTheInterrupt() throws Exception {
        try (BoxPlace place = house.boxes.place()) {
            Box box = start(place, "trap '' TERM; echo up; while :; do sleep 1; done");
            assertThat(box.output().read()).isEqualTo('u');
            box.interrupt();
            BoxEnd end = box.ended().get(20, TimeUnit.SECONDS);
            assertThat(end.exitCode()).isEqualTo(137);
            assertThat(end.lasted()).isGreaterThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void letsACommandEndItsOwnWayWhenItIsInterrupted() throws Exception {
        try (BoxPlace place = house.boxes.place()) {
            Box box = start(place, "trap 'echo bye; exit 3' TERM; echo up; while :; do sleep 0.1; done");
            BufferedReader output =
                    new BufferedReader(new java.io.InputStreamReader(box.output(), StandardCharsets.UTF_8));
            assertThat(output.readLine()).isEqualTo("up");
            box.interrupt();
            assertThat(output.readLine()).isEqualTo("bye");
            assertThat(box.ended().get(20, TimeUnit.SECONDS).exitCode()).isEqualTo(3);
        }
    }

    @Test
    void outlivesTheThreadThatAskedForIt() throws Exception {
        try (BoxPlace place = house.boxes.place()) {
            var started = new java.util.concurrent.CompletableFuture<Box>();
            Thread.ofVirtual().start(() -> started.complete(start(place, "echo up; sleep 40; echo alive")));
            Box box = started.get(10, TimeUnit.SECONDS);
            // The carrier threads of virtual threads end after 30 s of idleness.
            BoxHouse.Result result = BoxHouse.result(box, 60);
            assertThat(result.output()).isEqualTo("up\nalive\n");
            assertThat(result.exitCode()).isZero();
        }
    }

    @Test
    void endsAllWithItself() throws Exception {
        String mark = mark();
        BoxPlace place = house.boxes.place();
        Box box = start(place, ESCAPEE.formatted(mark) + " echo up; sleep 60");
        assertThat(box.output().read()).isEqualTo('u');
        house.boxes.close();
        assertThat(box.ended()).isDone();
        assertThat(sleeping(mark)).isZero();
    }

    @Test
    void leavesNothingWhenTheServerIsKilled() throws Exception {
        String mark = mark();
        Path project = Files.createDirectories(house.root.resolve("project"));
        List<Path> before = house.everything();
        Process server = BoxServer.start(house, project, ESCAPEE.formatted(mark) + " echo up; sleep 60");
        try {
            assertThat(server.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("up");
            // The shell says so while what it has started is not yet what it becomes.
            await().atMost(Duration.ofSeconds(5))
                    .untilAsserted(() -> assertThat(sleeping(mark)).isPositive());
            assertThat(project.resolve(".mcp.json")).exists();
        } finally {
            server.destroyForcibly().waitFor();
        }
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(sleeping(mark)).isZero());
        // What it made on the host goes with the next start.
        OwnerFolder.sweep(house.runtime);
        assertThat(house.everything()).isEqualTo(before);
        try (var owners = Files.list(house.runtime)) {
            assertThat(owners).hasSize(1);
        }
    }

    /** One that was just being made: its first process has not yet asked the kernel to die with bwrap. */
    @Test
    void endsWhatAKilledServerWasJustStarting() throws Exception {
        Path owner = Files.createDirectory(house.runtime.resolve("0dead"));
        Files.createFile(owner.resolve("lock"));
        BoxPlace left = BoxPlace.in(owner, "b1");
        Files.writeString(Entry.words(left), "");
        Files.writeString(left.options(), "");
        String made = mark();
        Process bwrap = new ProcessBuilder(
                        BoxHouse.BWRAP.toString(),
                        "--unshare-user",
                        "--unshare-pid",
                        "--ro-bind",
                        "/",
                        "/",
                        "--tmpfs",
                        "/run",
                        "--ro-bind",
                        left.entry().toString(),
                        Entry.INSIDE.toString(),
                        "sleep",
                        made)
                .start();
        String beingMade = mark();
        Process before = new ProcessBuilder(
                        "sh",
                        "-c",
                        "exec sleep " + beingMade + " 3<\"$0\"",
                        left.options().toString())
                .start();
        String another = mark();
        try (BoxPlace place = house.boxes.place()) {
            Box box = start(place, "exec sleep " + another);
            for (String mark : List.of(made, beingMade, another)) {
                await().until(() -> sleeping(mark) > 0);
            }
            bwrap.destroyForcibly().waitFor();
            assertThat(sleeping(made))
                    .as("bwrap's death alone ends nothing then")
                    .isPositive();
            OwnerFolder.sweep(house.runtime);
            await().until(() -> sleeping(made) == 0);
            assertThat(sleeping(beingMade)).isZero();
            assertThat(before.waitFor()).isNotZero();
            assertThat(owner).doesNotExist();
            assertThat(sleeping(another)).as("of a server that lives").isEqualTo(1);
            box.kill();
            assertThat(box.ended().get(30, TimeUnit.SECONDS).exitCode()).isNotZero();
        }
    }

    @Test
    void takesAFailedStartForNoExitCode() throws Exception {
        try (BoxPlace place = house.boxes.place()) {
            Path gone = Files.createDirectory(house.root.resolve("gone"));
            BoxFolders folders = MountTableTest.with(house.folders(), house.bot, List.of(), List.of(gone));
            BoxSpec spec = house.spec(place, folders, new BoxSpec.Network.None(), List.of("/usr/bin/true"));
            Files.delete(gone);
            Started started = house.boxes.start(spec, place);
            assertThat(started)
                    .isInstanceOfSatisfying(
                            Started.Refused.class,
                            refused -> assertThat(refused.reason()).contains(gone.toString()));
        }
    }
}
