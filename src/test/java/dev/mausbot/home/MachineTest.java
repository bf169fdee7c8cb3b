package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The built program booted as root, as the image boots it: what is hardened, what is refused, and how it ends. */
@Tag("root")
class MachineTest {
    private static final long SYS_ADMIN_AND_SETPCAP = 1L << 21 | 1L << 8;
    private static final List<String> SETS = List.of("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb");

    @TempDir
    private Path folder;

    private static void assertBoundAndAlive(Machine machine) {
        // While it attacks itself there are boxes that are only being set up.
        machine.awaitSaid("/29");
        assertThat(machine.processes()).hasSizeGreaterThan(2).allSatisfy(process -> {
            assertThat(process.isZombie()).as(process.command()).isFalse();
            for (String set : SETS) {
                assertThat(process.capabilities(set) & SYS_ADMIN_AND_SETPCAP)
                        .as(set + " of " + process.command())
                        .isZero();
            }
        });
    }

    private static String post(Machine machine, String path, String body, String field) throws Exception {
        return new ObjectMapper()
                .readTree(machine.curl(path, "-d", body))
                .path(field)
                .asText();
    }

    private static String startTurn(Machine machine, String script) throws Exception {
        String bot = post(machine, "/api/bots", "{\"name\":\"Ada\",\"engine\":\"shell\"}", "id");
        String conversation = post(machine, "/api/conversations", "{\"bot\":\"" + bot + "\",\"title\":\"t\"}", "id");
        return post(machine, "/api/conversations/" + conversation + "/turns", "{\"message\":\"" + script + "\"}", "id");
    }

    private static void awaitState(Machine machine, String turn, String state) {
        await().atMost(Machine.PATIENCE)
                .untilAsserted(() -> assertThat(machine.curl("/api/turns/" + turn))
                        .as(machine.said())
                        .contains(state));
    }

    @Test
    void servesAsAnOrdinaryUserOnAHardenedMachine() throws Exception {
        try (Machine machine = Machine.boot(folder, Machine.settings(), "")) {
            machine.awaitServing(1);

            assertBoundAndAlive(machine);
            Machine.Seen server = machine.server();
            assertThat(server.capabilities("CapEff")).isZero();
            assertThat(server.capabilities("CapPrm")).isZero();
            assertThat(server.status()).containsEntry("NoNewPrivs", "1");
            assertThat(server.ids()).containsOnly(Machine.MAUS);

            assertThat(machine.asMaus("grep ' /proc ' /proc/self/mountinfo")).contains("hidepid=invisible");
            assertThat(machine.asMaus("stat -c %u /proc/[0-9]* | sort -u").strip())
                    .isEqualTo(Integer.toString(Machine.MAUS));
            assertThat(machine.asMaus("cat /.fly/api")).contains("Permission denied");
            assertThat(machine.asMaus("touch /data/mine && stat -c %U /data /run/cloud-home")
                            .strip())
                    .isEqualTo("maus\nmaus");
            assertThat(folder.resolve("data/.openmausbot/machine-id")).hasContent("machine-1");
            assertReported(machine.report().path("hardening"), server);
        }
    }

    /** The server cannot see the supervisor, which is what {@code hidepid} is for; so that one has told. */
    private static void assertReported(JsonNode hardening, Machine.Seen server) {
        assertThat(hardening.path("missing")).as(hardening.toString()).isEmpty();
        assertThat(hardening.path("proc")).extracting(JsonNode::asText).contains("hidepid=invisible");
        assertThat(hardening.at("/fly/uid").asInt(-1)).isZero();
        assertThat(hardening.at("/fly/mode").asText()).isEqualTo("0700");
        assertThat(hardening.at("/server/uid").asInt()).isEqualTo(Machine.MAUS);
        assertThat(hardening.at("/server/capPermitted").asText()).isEqualTo("0".repeat(16));
        assertThat(hardening.at("/server/capBounding").asText())
                .isEqualTo("%016x".formatted(server.capabilities("CapBnd")));
        assertThat(hardening.at("/above/0/visible").asBoolean(true)).isFalse();
        assertThat(hardening.at("/supervisor/uid").asInt(-1)).isZero();
        assertThat(hardening.at("/supervisor/pid").asInt())
                .isEqualTo(hardening.at("/above/0/pid").asInt());
        for (String set : List.of("capEffective", "capPermitted", "capBounding")) {
            assertThat(hardening.at("/supervisor/" + set).asText()).as(set).isEqualTo("00000000000000e0");
        }
    }

    @Test
    void keepsSecretsOutOfEveryEnvironmentButRootsOwn() throws Exception {
        try (Machine machine = Machine.boot(folder, Machine.settings(), "")) {
            machine.awaitServing(1);

            // The server has them, ...
            assertThat(machine.curl("/api/providers"))
                    .containsPattern("\"id\":\"anthropic\"[^}]*environment")
                    .doesNotContain(Machine.KEY);
            startTurn(machine, "echo up; sleep 30");
            await().atMost(Machine.PATIENCE)
                    .until(() -> machine.processes().stream()
                            .anyMatch(process -> process.command().contains("sleep 30")));
            // ... and nobody can read them from it or from what it starts.
            assertThat(machine.processes()).allSatisfy(process -> {
                if (process.uid() != 0) {
                    assertThat(process.environment())
                            .as(process.command())
                            .doesNotContain(Machine.KEY)
                            .doesNotContain(Machine.BOOTSTRAP)
                            .doesNotContain("fly-token-of-this-test");
                }
                assertThat(process.command()).doesNotContain(Machine.KEY).doesNotContain(Machine.BOOTSTRAP);
            });
            assertThat(machine.said())
                    .contains("the server does not get FLY_API_TOKEN")
                    .doesNotContain(Machine.KEY)
                    .doesNotContain(Machine.BOOTSTRAP)
                    .doesNotContain("fly-token-of-this-test");
            assertBoundAndAlive(machine);
        }
    }

    @Test
    void startsTheServerAgainAfterACrash() throws Exception {
        try (Machine machine = Machine.boot(folder, Machine.settings(), "")) {
            machine.awaitServing(1);
            Machine.Seen first = machine.server();
            Machine.kill(first);
            machine.awaitServing(2);

            assertThat(machine.said()).contains("the server ended with code 137, starting it again in 1 s");
            assertThat(machine.server().pid()).isNotEqualTo(first.pid());
            assertBoundAndAlive(machine);
        }
    }

    /** What a shell leaves that has ended becomes the first process's child, whoever that is. */
    @Test
    void buriesOrphans() throws Exception {
        try (Machine machine =
                Machine.boot(folder, Machine.settings(), "(setsid sleep 1 &); ln -s nowhere /app/dangling")) {
            machine.awaitServing(1);
            machine.asMaus("setsid sh -c 'sleep 0.1 & sleep 0.1 & exit' &");
            await().untilAsserted(() -> assertThat(machine.processes())
                    .noneMatch(process -> process.command().contains("sleep"))
                    .noneMatch(Machine.Seen::isZombie));
        }
    }

    @ParameterizedTest
    @CsvSource({"TERM", "INT"})
    void letsTurnsEndWhenItIsToldToStop(String signal) throws Exception {
        String turn;
        try (Machine machine = Machine.boot(folder, Machine.settings(), "")) {
            machine.awaitServing(1);
            turn = startTurn(machine, "echo up; sleep 3; echo done");
            awaitState(machine, turn, "RUNNING");
            machine.tellToStop(signal);
            assertThat(machine.awaitEnd()).as(machine.said()).isZero();
        }
        try (Machine next = Machine.boot(folder, Machine.settings(), "")) {
            next.awaitServing(1);
            assertThat(next.curl("/api/turns/" + turn)).contains("FINISHED");
        }
    }

    @Test
    void interruptsTurnsThatDoNotEndAndStoresThatTheyWere() throws Exception {
        String turn;
        try (Machine machine = Machine.boot(folder, Machine.settings(), "")) {
            machine.awaitServing(1);
            turn = startTurn(machine, "trap '' TERM; echo up; while :; do sleep 1; done");
            awaitState(machine, turn, "RUNNING");
            long begun = System.nanoTime();
            machine.tellToStop("TERM");
            await().until(() -> machine.curl("/api/health").contains("refusing"));
            assertThat(machine.awaitEnd()).as(machine.said()).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(30));
        }
        try (Machine next = Machine.boot(folder, Machine.settings(), "")) {
            next.awaitServing(1);
            assertThat(next.curl("/api/turns/" + turn)).contains("INTERRUPTED");
            // By the server that was told to stop, not by the next one, which found it torn.
            assertThat(next.curl("/api/turns/" + turn + "/events")).contains("The server was stopped.");
        }
    }

    /** The files in {@code deploy} give these; the second boot finds what the first one left, as the user's own. */
    @Test
    void needsNoMorePowersThanAContainerIsGiven() throws Exception {
        String given = "exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all,+"
                + String.join(",+", DeployTest.CAPABILITIES).toLowerCase(Locale.ROOT) + " /app/entry";
        for (String expected : List.of("first", "second")) {
            try (Machine machine = Machine.boot(folder, Machine.settings(), given)) {
                machine.awaitServing(1);
                assertBoundAndAlive(machine);
                String turn = startTurn(machine, "echo boxed on `uname -n`");
                awaitState(machine, turn, "FINISHED");
                assertThat(machine.curl("/api/turns/" + turn + "/events"))
                        .as(expected)
                        .contains("boxed on box");
                machine.tellToStop("TERM");
                assertThat(machine.awaitEnd()).isZero();
            }
        }
    }

    @Test
    void refusesTheVolumeOfAnotherMachine() throws Exception {
        Path data = Files.createDirectories(folder.resolve("data/.openmausbot"));
        Files.writeString(data.resolve("machine-id"), "machine-2\n");
        try (Machine machine =
                Machine.boot(folder, Machine.settings(), "chown -R maus /data; chmod 700 /data/.openmausbot")) {
            machine.awaitSaid("belongs to machine machine-2, and this is machine machine-1");
            machine.awaitSaid("the server ended with code 1, starting it again in 1 s");
            machine.tellToStop("TERM");
            assertThat(machine.awaitEnd()).isZero();
        }
        assertThat(data.resolve("messages.db")).doesNotExist();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "chmod g+w /app | /app may be written by others",
                "chown maus /app/cloud-home | /app/cloud-home belongs to user 4242",
                "ln -s loop /app/loop | is a link that leads in a circle",
                "ln -s /tmp/later /app/later | /tmp may be written by others",
                "chmod o+w /app/entry | /app/entry may be written by others",
                "cp /usr/bin/socat /etc/socat; chown maus /etc/socat; mount --bind /etc/socat /usr/bin/socat"
                        + " | /usr/bin/socat belongs to user 4242",
                "cp -a /app /data/app; mv /app /etc/app; ln -s /data/app /app | lies in /data",
                "chown maus /etc | /etc belongs to user 4242",
                "sed -i 's/^root:x:0:.*/root:x:0:maus/' /etc/group | maus is in root's group",
                "sed -i /^maus:/d /etc/passwd | there is no user maus",
                "rm -r /.fly; ln -s /data /.fly | /.fly is not a folder",
                "ln -s /data /run/cloud-home | the runtime folder /run/cloud-home is not a folder",
                "export OMB_PORT=many | OMB_PORT is not valid",
                "exec setpriv --bounding-set=-sys_admin /app/entry | could not be remounted with hidepid=invisible",
            })
    void doesNotServeWhatIsNotSafe(String prepare, String reason) throws Exception {
        try (Machine machine = Machine.boot(folder, Machine.settings(), prepare)) {
            assertThat(machine.awaitEnd()).isEqualTo(1);
            assertThat(machine.said())
                    .contains(reason)
                    .doesNotContain("cloud home: serves")
                    .doesNotContain("at dev.mausbot");
            assertThat(machine.said().lines().filter(line -> line.contains(reason)))
                    .hasSize(1);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "exec /app/cloud-home supervise | still has CAP_SYS_ADMIN in CapBnd",
                "exec setpriv --bounding-set=-sys_admin --inh-caps=-all /app/cloud-home supervise"
                        + " | still has CAP_SETPCAP in CapBnd",
                "exec setpriv --bounding-set=-all,+kill --inh-caps=-all /app/cloud-home supervise"
                        + " | has no CAP_SETUID, CAP_SETGID",
                "exec setpriv --bounding-set=-all,+setuid,+setgid,+kill --inh-caps=-all /app/cloud-home supervise"
                        + " | the machine is not hardened",
                "mount -o remount,hidepid=invisible /proc; exec setpriv --bounding-set=-all,+setuid,+setgid,+kill"
                        + " --inh-caps=-all /app/cloud-home supervise | the machine is not hardened",
                "exec setpriv --reuid=maus --regid=maus --clear-groups /app/cloud-home supervise | are for root",
            })
    void supervisesNothingBeforeItsPowersAreGoneAndTheMachineIsHardened(String prepare, String reason)
            throws Exception {
        try (Machine machine = Machine.boot(folder, Machine.settings(), prepare)) {
            assertThat(machine.awaitEnd()).isEqualTo(1);
            assertThat(machine.said())
                    .contains(reason)
                    .doesNotContain("cloud home: serves")
                    .doesNotContain("at dev.mausbot");
        }
    }

    @Test
    void leavesTheMachineAsItIsWhenTheOperatorSaysSo() throws Exception {
        Map<String, String> settings = Machine.settings();
        settings.put("OMB_CLOUD_HARDEN", "0");
        try (Machine machine = Machine.boot(folder, settings, "exec setpriv --bounding-set=-sys_admin /app/entry")) {
            machine.awaitServing(1);

            assertThat(machine.said()).contains("OMB_CLOUD_HARDEN=0: /proc and /.fly are left as they are");
            assertThat(machine.asMaus("grep ' /proc ' /proc/self/mountinfo; ls /.fly"))
                    .doesNotContain("hidepid")
                    .contains("api");
            assertBoundAndAlive(machine);
        }
    }

    /** A remount would reach everyone who has that /proc mounted: it is another machine's to change. */
    @Test
    void leavesTheProcOfAWholeMachineAlone() throws Exception {
        assumeTrue(isFirstProcessNamespace(), "only where the tests run in the machine's own process namespace");
        List<String> before = procMounts();
        Process harden = new ProcessBuilder(
                        "unshare",
                        "--mount",
                        "bash",
                        "-c",
                        "exec bash src/test/resources/machine/machine.sh \"$@\"",
                        "machine",
                        Files.createDirectory(folder.resolve("root")).toString(),
                        Files.createDirectory(folder.resolve("data")).toString(),
                        ServeProcess.app().toAbsolutePath().toString(),
                        Path.of(System.getProperty("java.home")).toRealPath().toString(),
                        Path.of("deploy/image/entry").toAbsolutePath().toString(),
                        "rm -r /.fly; export HOME=/data PATH=/usr/bin:/bin OMB_RUNTIME_DIR=/run/cloud-home")
                .redirectErrorStream(true)
                .start();
        assertThat(new String(harden.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
                .contains("/proc is that of a whole machine");
        assertThat(harden.waitFor()).isEqualTo(1);
        assertThat(procMounts()).isEqualTo(before);
    }

    private static boolean isFirstProcessNamespace() throws IOException {
        return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString().equals("pid:[4026531836]");
    }

    private static List<String> procMounts() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/mountinfo")).stream()
                .filter(line -> line.contains(" - proc "))
                .toList();
    }
}
