package dev.mausbot.home.report;

import static java.nio.file.attribute.PosixFilePermissions.asFileAttribute;
import static java.nio.file.attribute.PosixFilePermissions.fromString;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HardeningTest {
    private static final String NONE = "0000000000000000";
    private static final String ALL = "000001ffffffffff";
    /** All of the kernel's but CAP_SYS_ADMIN and CAP_SETPCAP, as the supervisor has it. */
    private static final String WITHOUT_TWO = "000001ffffdffeff";

    @TempDir
    private Path root;

    @BeforeEach
    void makeAMachine() throws IOException {
        process("self", 40, 30, 990, NONE, WITHOUT_TWO);
        mountProc("rw,hidepid=invisible");
    }

    private void process(String folder, int pid, int parent, int uid, String effective, String bounding)
            throws IOException {
        Path status =
                Files.createDirectories(root.resolve("proc").resolve(folder)).resolve("status");
        Files.writeString(status, """
                Name:\tjava
                Pid:\t%d
                PPid:\t%d
                Uid:\t%d\t%d\t%d\t%d
                CapEff:\t%s
                CapBnd:\t%s
                NoNewPrivs:\t1
                """.formatted(pid, parent, uid, uid, uid, uid, effective, bounding));
    }

    private void mountProc(String options) throws IOException {
        Files.writeString(root.resolve("proc/self/mountinfo"), """
                24 30 0:22 / /proc rw,nosuid,nodev,noexec,relatime shared:13 - proc proc rw
                25 30 0:23 / /sys rw shared:14 - sysfs sysfs rw
                99 24 0:22 / /proc rw,nosuid - proc proc %s
                """.formatted(options));
    }

    @Test
    void findsNothingMissingOnAHardenedMachine() throws IOException {
        Hardening measured = Hardening.measure(root);
        assertThat(measured.missing()).isEmpty();
        assertThat(measured.procOptions()).containsExactly("rw", "nosuid", "hidepid=invisible");
        assertThat(measured.server().uid()).isEqualTo(990);
        assertThat(measured.server().noNewPrivileges()).isTrue();
        assertThat(measured.above())
                .as("hidden, as they should be")
                .singleElement()
                .satisfies(parent -> {
                    assertThat(parent.pid()).isEqualTo(30);
                    assertThat(parent.visible()).isFalse();
                });
        assertThat(measured.fly()).isEmpty();
    }

    @Test
    void missesTheHidingOfProcesses() throws IOException {
        mountProc("rw");
        assertThat(Hardening.measure(root).missing()).singleElement().asString().contains("hidepid");
    }

    @Test
    void missesDroppedCapabilitiesOfWhoeverStartedTheServer() throws IOException {
        process("30", 30, 1, 0, WITHOUT_TWO, WITHOUT_TWO);
        assertThat(Hardening.measure(root).missing()).isEmpty();
        process("1", 1, 0, 0, ALL, ALL);
        assertThat(Hardening.measure(root).missing()).singleElement().asString().contains("process 1 ");
    }

    /** Such as one that may be listed and not read, or that ends while it is. */
    @Test
    void takesAProcessThatCannotBeReadForHidden() throws IOException {
        Files.createDirectories(root.resolve("proc/30/status"));
        assertThat(Hardening.measure(root).above())
                .singleElement()
                .satisfies(parent -> assertThat(parent.visible()).isFalse());
    }

    @Test
    void missesAServerThatIsNotRoot() throws IOException {
        process("self", 40, 30, 0, ALL, ALL);
        assertThat(Hardening.measure(root).missing()).hasSize(2);
    }

    @Test
    void measuresTheFolderOfFly() throws IOException {
        Path fly = Files.createDirectory(root.resolve(".fly"), asFileAttribute(fromString("rwxr-x---")));
        assertThat(Hardening.measure(root).missing())
                .as("a folder that others may enter")
                .singleElement()
                .asString()
                .contains("/.fly");
        assertThat(Hardening.measure(root).fly())
                .contains(new Hardening.Owned((Integer) Files.getAttribute(fly, "unix:uid"), 0750));
    }

    /** Whoever may take a capability into use, or hand it on, has it. */
    @ParameterizedTest
    @ValueSource(strings = {"CapPrm", "CapInh", "CapAmb"})
    void missesACapabilityInAnySet(String set) throws IOException {
        Path status = root.resolve("proc/self/status");
        Files.writeString(status, set + ":\t0000000000200000\n", StandardOpenOption.APPEND);
        assertThat(Hardening.measure(root).missing()).singleElement().asString().contains("CAP_SYS_ADMIN");
    }

    @Test
    void measuresTheMachineThatItRunsOn() throws IOException {
        Hardening here = Hardening.measure();
        assertThat(here.server().pid()).isEqualTo((int) ProcessHandle.current().pid());
        assertThat(here.procOptions()).contains("rw");
        assertThat(here.above()).isNotEmpty();
    }
}
