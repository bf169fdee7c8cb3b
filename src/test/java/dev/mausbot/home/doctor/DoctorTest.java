package dev.mausbot.home.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.box.BoxDetection;
import dev.mausbot.home.box.BoxTools;
import dev.mausbot.home.doctor.Finding.Severity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DoctorTest {
    private static final BoxDetection.Detected WORKS = new BoxDetection.Detected.On(
            new BoxTools(Path.of("/usr/bin/bwrap"), new BoxTools.Bridging.Own(List.of("none"))), "bubblewrap 0.8.0");
    private static final BoxDetection.Detected FAILS =
            new BoxDetection.Detected.Off("bubblewrap is not installed", "apt-get install bubblewrap");
    private static final String PROC_MOUNT =
            "24 30 0:22 / /proc rw,nosuid,nodev,noexec shared:13 - proc proc rw,hidepid=invisible\n";

    @TempDir
    private Path root;

    /** A machine that is well, for one thing to be changed. */
    static final class Host {
        private final Path root;
        private HostFacts facts = new HostFacts(1000, 4L << 30);
        private Path runtime = Path.of("/run/user/1000/cloud-home");
        private long freeBytes = 8L << 30;
        private List<String> faults = List.of();
        private BoxDetection.Detected detected = WORKS;
        private Instant now = Instant.parse("2026-11-30T12:00:00Z");

        private Host(Path root) {
            this.root = root;
        }

        private void write(String file, String text) {
            try {
                Path path = root.resolve(file);
                Files.createDirectories(path.resolveSibling(""));
                Files.writeString(path, text);
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void remove(String file) {
            try {
                Files.delete(root.resolve(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private List<Finding> findings() throws IOException {
            return Doctor.examine(new Patient(root, facts, runtime, root, freeBytes, faults, detected, now));
        }
    }

    private Host host = new Host(Path.of("/"));

    @BeforeEach
    void makeAMachine() {
        host = new Host(root);
        host.write("proc/sys/kernel/osrelease", "6.8.0-31-generic\n");
        host.write("proc/sys/user/max_user_namespaces", "15000\n");
        host.write("proc/self/status", "Name:\tjava\nSeccomp:\t0\n");
        host.write("proc/self/mountinfo", PROC_MOUNT);
        host.write("usr/bin/socat", "");
        host.write("usr/bin/setpriv", "");
    }

    @Test
    void findsNothingToMendOnAMachineThatIsWell() throws IOException {
        assertThat(host.findings()).hasSizeGreaterThan(10).allSatisfy(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.OK);
            assertThat(finding.fix()).isEmpty();
        });
    }

    static Stream<Arguments> saysWhatIsWrongAndWhatMendsIt() {
        return Stream.of(
                wrong("user", Severity.BLOCKS, "--run-as", host -> host.facts = new HostFacts(0, 4L << 30)),
                wrong(
                        "settings",
                        Severity.BLOCKS,
                        "unset OMB_PORT OMB_HOST",
                        host -> host.faults = List.of("OMB_PORT is no port, but OMB_HOST", "OMB_HOST is no host")),
                wrong(
                        "kernel",
                        Severity.NOTE,
                        "apt-get install linux-image",
                        host -> host.write("proc/sys/kernel/osrelease", "5.4.0-1-generic")),
                wrong(
                        "user namespaces",
                        Severity.BLOCKS,
                        "sysctl -w user.max_user_namespaces=15000",
                        host -> host.write("proc/sys/user/max_user_namespaces", "0\n")),
                wrong(
                        "user namespaces",
                        Severity.BLOCKS,
                        "sysctl -w kernel.unprivileged_userns_clone=1",
                        host -> host.write("proc/sys/kernel/unprivileged_userns_clone", "0\n")),
                wrong("AppArmor", Severity.BLOCKS, "apparmor", host -> {
                    host.detected = FAILS;
                    host.write("proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n");
                }),
                wrong("outer seccomp filter", Severity.BLOCKS, "seccomp=unconfined", host -> {
                    host.detected = FAILS;
                    host.write("proc/self/status", "Name:\tjava\nSeccomp:\t2\n");
                }),
                wrong("/proc", Severity.BLOCKS, "systempaths=unconfined", host -> {
                    host.detected = FAILS;
                    host.write("proc/self/mountinfo", PROC_MOUNT + "31 24 0:50 / /proc/kcore rw - tmpfs tmpfs rw\n");
                }),
                wrong("box", Severity.BLOCKS, "apt-get install bubblewrap", host -> host.detected = FAILS),
                wrong("socat", Severity.NOTE, "apt-get install socat", host -> host.remove("usr/bin/socat")),
                wrong("setpriv", Severity.NOTE, "util-linux", host -> host.remove("usr/bin/setpriv")),
                wrong(
                        "socket paths",
                        Severity.BLOCKS,
                        "OMB_RUNTIME_DIR",
                        host -> host.runtime = Path.of("/" + "r".repeat(90))),
                wrong(
                        "memory",
                        Severity.NOTE,
                        "fly scale memory",
                        host -> host.facts = new HostFacts(1000, 512L << 20)),
                wrong("disk", Severity.NOTE, "du -xh /", host -> host.freeBytes = (2L << 30) - 1),
                wrong("clock", Severity.NOTE, "set-ntp", host -> host.now = Instant.EPOCH),
                wrong(
                        "/proc options",
                        Severity.NOTE,
                        "ProtectProc",
                        host -> host.write("proc/self/mountinfo", PROC_MOUNT.replace(",hidepid=invisible", ""))));
    }

    private static Arguments wrong(String about, Severity severity, String fix, Consumer<Host> change) {
        return Arguments.of(about, severity, fix, change);
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource
    void saysWhatIsWrongAndWhatMendsIt(String about, Severity severity, String fix, Consumer<Host> change)
            throws IOException {
        change.accept(host);
        assertThat(host.findings())
                .filteredOn(finding -> finding.about().equals(about))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(severity);
                    assertThat(finding.fix()).contains(fix);
                });
    }

    /** A sysctl answers the first read alone, however short that is. */
    @Test
    void readsAWholeSettingOfTheKernel() {
        Patient here = new Patient(Path.of("/"), host.facts, host.runtime, root, 0, List.of(), WORKS, Instant.EPOCH);
        assertThat(here.read("proc/sys/kernel/pid_max")).matches("[0-9]{3,7}");
    }

    /** What usually keeps boxes from working does not, where one was started. */
    @Test
    void believesTheTrialMoreThanTheSigns() throws IOException {
        host.write("proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n");
        host.write("proc/self/status", "Seccomp:\t2\n");
        host.write("proc/self/mountinfo", PROC_MOUNT + "31 24 0:50 / /proc/kcore rw - tmpfs tmpfs rw\n");
        assertThat(host.findings()).noneMatch(finding -> finding.severity() == Severity.BLOCKS);
    }

    @Test
    void escapesWhatCameOutOfABox() throws IOException {
        List<Finding> findings = List.of(Finding.ok("engine codex", "1.2\u001b[2J"));
        assertThat(DoctorCommand.table(findings)).contains("1.2?[2J").endsWith("Boxes work here.\n");
        assertThat(DoctorCommand.json(findings)).contains("\\u001B[2J").contains("\"boxes\" : true");
    }

    @Test
    void endsWithWhetherBoxesWork() {
        assertThat(DoctorCommand.table(List.of(Finding.blocks("box", "no bwrap", "apt-get install bubblewrap"))))
                .contains("-> apt-get install bubblewrap")
                .endsWith("No box can be used here.\n");
    }
}
