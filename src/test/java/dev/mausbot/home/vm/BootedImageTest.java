package dev.mausbot.home.vm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.boot.Secret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The built image on a machine of its own, booted as Fly boots one and looked at from outside and from within. */
@Tag("machine")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BootedImageTest {
    private static final String HOST = "home.example.org";
    private static final String SECRET = "b00tstrap-" + "s".repeat(43);
    private static final String KEY = "sk-provider-key-of-this-test";
    private static final long SYS_ADMIN_AND_SETPCAP = 1L << 21 | 1L << 8;

    private Path folder;
    private BuiltImage image;
    private Path volume;
    private Vm vm;
    private HomeClient home;

    /** What a platform gives a machine of a fleet. */
    private static Map<String, String> settings() {
        return new TreeMap<>(Map.of(
                "OMB_CLOUD_ROLE", "home",
                "OMB_CLOUD_MACHINE_ID", "machine-1",
                "OMB_CLOUD_ADMIN_URL", "https://admin.example.org",
                "OMB_PUBLIC_URL", "https://" + HOST,
                "OMB_CLOUD_BOOTSTRAP_SECRET", SECRET,
                "ANTHROPIC_API_KEY", KEY,
                "FLY_APP_NAME", "home",
                "FLY_MACHINE_ID", "fly-machine-1",
                "FLY_API_TOKEN", "fly-token-of-this-test"));
    }

    @BeforeAll
    void boot(@TempDir Path own) throws Exception {
        image = BuiltImage.prepared();
        folder = own;
        volume = Volume.make(folder.resolve("volume.img"));
        serve();
    }

    private void serve() throws Exception {
        vm = Vm.boot(image, volume, folder);
        home = new HomeClient(vm, HOST, new Secret(SECRET));
        double booted = vm.age();
        vm.start(settings());
        home.awaitAnswer("/api/health");
        System.out.printf(
                Locale.ROOT,
                "machine: its kernel's clock said %s s when the platform was up; entry point started after %.1f s, first"
                        + " request answered %.1f s later%n",
                vm.kernelUp(),
                booted,
                vm.age() - booted);
        home.awaitReady();
        home.signIn();
    }

    @AfterAll
    void end() throws Exception {
        if (home != null) {
            home.close();
        }
        if (vm != null) {
            vm.close();
        }
    }

    private List<GuestProcess> processes() throws Exception {
        return GuestProcess.ofEntry(vm);
    }

    private GuestProcess server() throws Exception {
        return processes().stream()
                .filter(process -> process.command().endsWith(" serve"))
                .reduce((_, last) -> last)
                .orElseThrow(() -> new AssertionError("no server runs: " + vm.console()));
    }

    @Test
    void hidesProcessesAndClosesThePlatformsApi() throws Exception {
        assertThat(vm.asRoot("grep ' /proc ' /proc/self/mountinfo")).contains("hidepid=invisible");
        assertThat(vm.asRoot("stat -c '%U %a' /.fly")).isEqualTo("root 700");
        assertThat(vm.asRoot("stat -c %U /data /run/cloud-home").lines()).containsExactly("maus", "maus");
    }

    @Test
    void leavesNobodyAPowerThatHardenedIt() throws Exception {
        assertThat(processes()).hasSizeGreaterThan(2).allSatisfy(process -> {
            assertThat(process.isZombie()).as(process.command()).isFalse();
            for (String set : List.of("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")) {
                assertThat(process.capabilities(set) & SYS_ADMIN_AND_SETPCAP)
                        .as(set + " of " + process.command())
                        .isZero();
            }
        });
    }

    @Test
    void servesAsAnOrdinaryUser() throws Exception {
        GuestProcess server = server();
        assertThat(server.uids()).containsExactly(vm.asRoot("id -u maus")).doesNotContain("0");
        assertThat(server.capabilities("CapEff")).isZero();
        assertThat(server.capabilities("CapPrm")).isZero();
        assertThat(server.value("NoNewPrivs")).isEqualTo("1");
    }

    @Test
    void hasNoProgramThatRaisesPowers() throws Exception {
        assertThat(vm.asRoot("find / -xdev -type f -perm /6000")).isEmpty();
        assertThat(vm.asRoot("find /app \\( ! -user root -o -perm /022 \\) ! -type l"))
                .isEmpty();
    }

    // As maus, outside of any box: what a bot that has broken out of one would be.
    @Test
    void hidesRootFromItsOwnUser() throws Exception {
        String maus = vm.asRoot("id -u maus");
        assertThat(vm.asMaus("stat -c %u /proc/[0-9]* | sort -u").said().strip())
                .isEqualTo(maus);
        assertThat(vm.asMaus("cat /proc/1/environ").code()).isNotZero();

        String call = "socat -t 5 - UNIX-CONNECT:/.fly/api </dev/null";
        assertThat(vm.asRoot(call)).isEqualTo("the platform answers");
        assertThat(vm.asMaus(call)).satisfies(refused -> {
            assertThat(refused.code()).isNotZero();
            assertThat(refused.said()).contains("Permission denied");
        });
        assertThat(vm.asMaus("mount -o remount,hidepid=0 /proc").code()).isNotZero();
    }

    @Test
    void keepsSecretsOutOfEveryEnvironmentThatTheServersUserCanRead() throws Exception {
        assertThat(vm.asMaus("cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n'")
                        .said())
                .contains("HOME=")
                .doesNotContain(KEY)
                .doesNotContain(SECRET)
                .doesNotContain("fly-token-of-this-test");
        assertThat(home.get("/api/providers").toString())
                .containsPattern("\"id\":\"anthropic\"[^}]*environment")
                .doesNotContain(KEY);
        assertThat(vm.console()).doesNotContain(KEY).doesNotContain(SECRET);
    }

    @Test
    void answersNobodyElse() throws Exception {
        assertThat(home.signed("GET", "/api/bots", "").statusCode()).isEqualTo(401);
        assertThat(new HomeClient(vm, "other.example.org", new Secret(SECRET))
                        .signed("GET", "/api/bots", "")
                        .statusCode())
                .isEqualTo(421);
    }

    @Test
    void runsATurnInABox() throws Exception {
        List<String> said = home.awaitEnd(home.turn(home.conversation(), """
                uname -n
                ls -A / | tr '\\n' ' '
                ls -A ~/.openmausbot
                cat /proc/[0-9]*/cmdline | tr '\\0' ' '
                touch /usr/mine 2>&1 || true
                """));
        assertThat(said).contains("data: {\"boxed\":true}").contains("data: {\"state\":\"FINISHED\"}");
        assertThat(String.join("\n", said))
                .contains("box")
                .contains("Read-only file system")
                .doesNotContain(".fly")
                .doesNotContain("messages.db")
                .doesNotContain("cloud-home serve");
    }

    @Test
    void holdsAgainstItself() throws Exception {
        JsonNode report = home.awaitBoxReport();
        assertThat(report.path("box").asText()).isEqualTo("bwrap");
        assertThat(report.path("failed")).as(vm.console()).isEmpty();
        assertThat(report.path("checks").asText()).isEqualTo("29/29");
    }

    // From outside, with the same program: the report is signed, fresh, and finds nothing wrong.
    @Test
    void reportsItsHealthToTheAdmin() throws Exception {
        home.awaitBoxReport();
        ProcessBuilder health = new ProcessBuilder(
                        image.program().toString(), "health", "http://127.0.0.1:" + vm.port(), "--name", HOST, "--json")
                .redirectErrorStream(true);
        health.environment().put("OMB_CLOUD_BOOTSTRAP_SECRET", SECRET);
        Process process = health.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        JsonNode report = new ObjectMapper().readTree(said);
        assertThat(report.path("machineId").asText()).isEqualTo("machine-1");
        assertThat(report.at("/hardening/missing")).as(said).isEmpty();
        assertThat(report.at("/hardening/supervisor/capBounding").asText())
                .as(said)
                .isEqualTo("00000000000000e0");
        assertThat(report.at("/box/checks").asText()).isEqualTo("29/29");
    }

    // Last: it ends the machine on which the others look around.
    @Test
    @Order(Integer.MAX_VALUE)
    void drainsKeepsItsDataAndServesNobodyElsesVolume() throws Exception {
        String conversation = home.conversation();
        String turn = home.turn(conversation, "echo up; sleep 3; echo done");
        try (Stream<String> lines = home.events(turn)) {
            assertThat(lines.anyMatch(line -> line.contains("up"))).isTrue();
        }
        stop(0);

        serve();
        JsonNode finished = home.get("/api/turns/" + turn);
        assertThat(finished.path("state").asText()).isEqualTo("FINISHED");
        assertThat(home.get("/api/conversations/" + conversation + "/messages").toString())
                .contains("echo done");
        stop(0);

        vm = Vm.boot(image, volume, folder);
        Map<String, String> another = settings();
        another.put("OMB_CLOUD_MACHINE_ID", "machine-2");
        vm.start(another);
        vm.awaitSaid("machine-2");
        assertThat(vm.asRoot("cat /data/.openmausbot/machine-id")).isEqualTo("machine-1");
        assertThat(vm.console()).doesNotContain("cloud home: open ");
        stop(0);
    }

    // As the platform stops a machine: TERM to the entry point, then the end of everything.
    private void stop(int code) throws Exception {
        vm.asRoot("kill -TERM $(pgrep -o -x tini)");
        assertThat(vm.awaitEnd()).as(vm.console()).isEqualTo(code);
        vm.off();
        home.close();
        vm.close();
    }
}
