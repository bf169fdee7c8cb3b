package dev.mausbot.home.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a box is cut off from: processes, network, capabilities, namespaces, descriptors, the host's name. */
class IsolationTest {
    private BoxHouse house;

    @BeforeEach
    void openHouse() throws Exception {
        house = BoxHouse.open();
    }

    @AfterEach
    void closeHouse() throws Exception {
        house.close();
    }

    @Test
    void doesNotListTheHostsProcesses() throws Exception {
        assertThat(house.run("ls /proc | grep -cE '^[0-9]+$'; cat /proc/1/comm").lines())
                .satisfies(lines -> {
                    // init, the shell, and the programs of this very pipeline.
                    assertThat(Integer.parseInt(lines.getFirst())).isLessThan(8);
                    assertThat(lines.getLast()).isEqualTo("bwrap");
                });
    }

    @Test
    void cannotReadOrSignalAnotherProcess() throws Exception {
        Process canary = new ProcessBuilder("/bin/sleep", "60").start();
        try {
            BoxHouse.Result result = house.run("cat /proc/%1$d/environ; kill -9 %1$d".formatted(canary.pid()));
            assertThat(result.errors()).contains("No such file or directory").contains("No such process");
            assertThat(canary.isAlive()).isTrue();
        } finally {
            canary.destroyForcibly();
        }
    }

    @Test
    void hasNoNetworkButItsOwnLoopback() throws Exception {
        try (ServerSocket host = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            BoxHouse.Result result = house.run(
                    "tail -n +3 /proc/net/dev | cut -d: -f1; tail -n +2 /proc/net/route; exec 3<>/dev/tcp/127.0.0.1/"
                            + host.getLocalPort());
            assertThat(result.output().strip()).isEqualTo("lo");
            assertThat(result.errors()).contains("Connection refused");
        }
    }

    @Test
    void cannotReachAbstractSocketsOfTheHost() throws Exception {
        Process host = new ProcessBuilder(
                        "/usr/bin/socat",
                        "ABSTRACT-LISTEN:box-test-" + ProcessHandle.current().pid(),
                        "STDOUT")
                .start();
        try {
            BoxHouse.Result result = house.run("socat -u OPEN:/dev/null ABSTRACT-CONNECT:box-test-"
                    + ProcessHandle.current().pid());
            assertThat(result.errors()).contains("Connection refused");
        } finally {
            host.destroyForcibly();
        }
    }

    @Test
    void hasNoCapabilitiesAndGainsNone() throws Exception {
        assertThat(house.run("grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status")
                        .lines())
                .containsExactly(
                        "CapInh:\t0000000000000000",
                        "CapPrm:\t0000000000000000",
                        "CapEff:\t0000000000000000",
                        "CapBnd:\t0000000000000000",
                        "CapAmb:\t0000000000000000",
                        "NoNewPrivs:\t1",
                        "Seccomp:\t2");
    }

    @Test
    void hasNoNamespacesWithinNamespaces() throws Exception {
        assertThat(house.run("unshare --user --map-root-user true").errors()).contains("unshare failed");
        assertThat(house.run("bwrap --ro-bind / / true").exitCode()).isNotZero();
    }

    @Test
    void hasNamespacesOfItsOwn() throws Exception {
        String inside = house.run("readlink /proc/self/ns/{user,pid,net,ipc,uts,mnt,cgroup}")
                .output();
        for (String kind : List.of("user", "pid", "net", "ipc", "uts", "mnt")) {
            String host =
                    Files.readSymbolicLink(Path.of("/proc/self/ns/" + kind)).toString();
            assertThat(inside).contains(kind + ":").doesNotContain(host);
        }
    }

    @Test
    void hasAnotherNameThanTheHost() throws Exception {
        assertThat(house.run("uname -n").output()).isEqualTo("box\n");
    }

    @Test
    void inheritsNoDescriptorButTheThreeOrdinaryOnes() throws Exception {
        // The listing's own descriptor is the fourth; an inherited one would be there too.
        BoxHouse.Result own =
                house.run(house.folders(), new BoxSpec.Network.None(), List.of("/usr/bin/ls", "/proc/self/fd"));
        assertThat(own.lines()).containsExactly("0", "1", "2", "3");
        // bwrap's own process keeps an eventfd and nothing that leads to a file of the host.
        assertThat(house.run("readlink /proc/1/fd/*").lines())
                .allMatch(target -> target.startsWith("pipe:") || target.startsWith("anon_inode:"));
    }

    @Test
    void isTheFirstToGoWhenMemoryIsShortAndLeavesNoCore() throws Exception {
        assertThat(house.run("cat /proc/self/oom_score_adj; ulimit -c").lines()).containsExactly("500", "0");
    }

    @Test
    void cannotTypeIntoATerminal() throws Exception {
        BoxHouse.Result result =
                house.run("python3 -c 'import fcntl,os,pty; m,s=pty.openpty(); fcntl.ioctl(s, 0x5412, b\"x\")'");
        assertThat(result.errors()).contains("Operation not permitted");
    }

    @Test
    void seesNoSecretAndNoTokenInAnyArgumentList() throws Exception {
        try (BoxPlace place = house.boxes.place()) {
            BoxSpec plain = house.spec(place, "echo up; read x");
            BoxSpec spec = new BoxSpec(
                    plain.id(),
                    plain.folders(),
                    plain.network(),
                    java.util.Map.of("PATH", "/usr/bin:/bin", "ANTHROPIC_API_KEY", "sk-canary-4711"),
                    List.of(),
                    plain.command(),
                    plain.sizes(),
                    false);
            Box box = ((Started.Running) house.boxes.start(spec, place)).box();
            assertThat((char) box.output().read()).isEqualTo('u');
            for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
                Path file = Path.of("/proc/" + process.pid() + "/cmdline");
                try {
                    assertThat(Files.readString(file)).doesNotContain("sk-canary-4711");
                } catch (java.io.IOException gone) {
                    assertThat(process.isAlive() && Files.isReadable(file)).isFalse();
                }
            }
            BoxHouse.result(box);
        }
    }

    @Test
    void startsWithExactlyItsEnvironment() throws Exception {
        assertThat(house.run("tr '\\0' '\\n' </proc/$$/environ | sort").lines())
                .containsExactly("HOME=" + house.home, "LANG=C", "PATH=/usr/bin:/bin", "PWD=" + house.bot);
    }
}
