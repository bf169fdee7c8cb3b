package dev.mausbot.home.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrivilegesTest {
    private static final long ENTRY = 0xe0; // kill, setgid, setuid: what the image's entry leaves
    private static final long SYS_ADMIN = 1L << 21;
    private static final long SETPCAP = 1L << 8;

    private static Optional<String> fault(long inherited, long permitted, long effective, long bounding, long ambient)
            throws IOException {
        return Privileges.parse(List.of(
                        "Name:\tcloud-home",
                        "CapInh:\t%016x".formatted(inherited),
                        "CapPrm:\t%016x".formatted(permitted),
                        "CapEff:\t%016x".formatted(effective),
                        "CapBnd:\t%016x".formatted(bounding),
                        "CapAmb:\t%016x".formatted(ambient)))
                .faultOfSupervisor();
    }

    @Test
    void isContentWithWhatTheEntryLeaves() throws IOException {
        assertThat(fault(0, ENTRY, ENTRY, ENTRY, 0)).isEmpty();
        assertThat(fault(0, ~SYS_ADMIN & ~SETPCAP, ~SYS_ADMIN & ~SETPCAP, ~SYS_ADMIN & ~SETPCAP, 0))
                .isEmpty();
    }

    @ParameterizedTest(name = "{0} in set {1}")
    @CsvSource({
        "SYS_ADMIN, 0, CapInh", "SYS_ADMIN, 1, CapPrm", "SYS_ADMIN, 2, CapEff", "SYS_ADMIN, 3, CapBnd",
        "SYS_ADMIN, 4, CapAmb", "SETPCAP, 0, CapInh", "SETPCAP, 1, CapPrm", "SETPCAP, 2, CapEff",
        "SETPCAP, 3, CapBnd", "SETPCAP, 4, CapAmb",
    })
    void findsWhatShouldBeGoneInEverySet(String capability, int set, String name) throws IOException {
        long[] sets = {0, ENTRY, ENTRY, ENTRY, 0};
        sets[set] |= capability.equals("SYS_ADMIN") ? SYS_ADMIN : SETPCAP;

        assertThat(fault(sets[0], sets[1], sets[2], sets[3], sets[4]))
                .get()
                .asString()
                .contains("CAP_" + capability + " in " + name + ":");
    }

    @Test
    void namesWhatItNeedsAndHasNot() throws IOException {
        assertThat(fault(0, 0, 1L << 5, 0, 0)).get().asString().startsWith("has no CAP_SETUID, CAP_SETGID:");
    }

    @Test
    void takesNoHalfOfAStatus() {
        assertThatThrownBy(() -> Privileges.parse(List.of("CapEff:\t0000000000000000")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void tellsOfItselfWhatTheKernelSays() throws IOException {
        assertThat(Privileges.told().lines())
                .extracting(line -> line.substring(0, line.indexOf(':')))
                .containsExactlyInAnyOrder(
                        "Name", "Pid", "Uid", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs");
        assertThat(Privileges.told())
                .contains("Pid:\t" + ProcessHandle.current().pid());
    }
}
