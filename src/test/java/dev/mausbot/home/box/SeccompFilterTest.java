package dev.mausbot.home.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mausbot.home.box.BlockedCall.Group;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Interprets the program for every number, every architecture and the arguments that decide; the expectations are a table of their own. */
class SeccompFilterTest {
    private static final int ALLOW = 0x7FFF_0000;
    private static final int KILL_PROCESS = 0x8000_0000;
    private static final int EPERM = 0x0005_0001;
    private static final int ENOSYS = 0x0005_0026;
    private static final int EAFNOSUPPORT = 0x0005_0061;

    private static final int I386 = 0x4000_0003;
    private static final int X86_64 = 0xC000_003E;
    private static final int ARM = 0x4000_0028;
    private static final int AARCH64 = 0xC000_00B7;
    private static final int RISCV64 = 0xC000_00F3;
    private static final int BIG_ENDIAN_AARCH64 = 0x8000_00B7;
    private static final List<Integer> ARCHITECTURES =
            List.of(I386, X86_64, ARM, AARCH64, RISCV64, BIG_ENDIAN_AARCH64, 0, -1);

    private static final int LAST_NUMBER = 1023;
    private static final int X32 = 1 << 30;

    /** Refused for any argument: name, number on x86-64, on aarch64, in the order of the kernel's own tables. */
    private static final String REFUSED = """
            pivot_root         155   41
            adjtimex           159  171
            acct               163   89
            settimeofday       164  170
            mount              165   40
            umount2            166   39
            swapon             167  224
            swapoff            168  225
            reboot             169  142
            iopl               172    -
            ioperm             173    -
            init_module        175  105
            delete_module      176  106
            quotactl           179   60
            clock_settime      227  112
            kexec_load         246  104
            add_key            248  217
            request_key        249  218
            keyctl             250  219
            perf_event_open    298  241
            open_by_handle_at  304  265
            clock_adjtime      305  266
            setns              308  268
            finit_module       313  273
            kexec_file_load    320  294
            bpf                321  280
            userfaultfd        323  282
            open_tree          428  428
            move_mount         429  429
            fsopen             430  430
            fsconfig           431  431
            fsmount            432  432
            fspick             433  433
            mount_setattr      442  442
            """;

    /** What one architecture's filter must say: refused numbers, and the three whose arguments decide. */
    record Expected(
            Architecture architecture,
            int audit,
            boolean hasX32,
            Map<Integer, Integer> verdicts,
            int socket,
            int socketpair,
            int ioctl) {

        int of(int number) {
            if (hasX32 && Integer.compareUnsigned(number, X32) >= 0) {
                return EPERM;
            }
            return verdicts.getOrDefault(number, ALLOW);
        }

        boolean looksAtArguments(int number) {
            return number == socket || number == socketpair || number == ioctl;
        }

        SeccompMachine installed() {
            return SeccompMachine.install(SeccompFilter.of(architecture).program());
        }

        @Override
        public String toString() {
            return architecture.name();
        }
    }

    static List<Expected> filters() {
        return List.of(
                new Expected(Architecture.X86_64, X86_64, true, verdicts(1), 41, 53, 16),
                new Expected(Architecture.AARCH64, AARCH64, false, verdicts(2), 198, 199, 29));
    }

    private static Map<Integer, Integer> verdicts(int column) {
        Map<Integer, Integer> verdicts = new HashMap<>();
        REFUSED.lines()
                .map(line -> line.split(" +", 3)[column])
                .filter(number -> !number.equals("-"))
                .forEach(number -> verdicts.put(Integer.valueOf(number), EPERM));
        verdicts.putAll(Map.of(443, EPERM, 467, EPERM, 425, ENOSYS, 426, ENOSYS, 427, ENOSYS));
        return verdicts;
    }

    @ParameterizedTest
    @MethodSource("filters")
    void decidesEveryNumberOfEveryArchitecture(Expected expected) {
        SeccompMachine machine = expected.installed();
        for (int base : new int[] {0, X32, Integer.MIN_VALUE, Integer.MIN_VALUE | X32}) {
            for (int number = 0; number <= LAST_NUMBER; number++) {
                expectOnEveryArchitecture(machine, expected, base | number);
            }
        }
        for (int number : new int[] {-1, X32 - 1, Integer.MAX_VALUE, 4096, 65536 + 165}) {
            expectOnEveryArchitecture(machine, expected, number);
        }
    }

    private static void expectOnEveryArchitecture(SeccompMachine machine, Expected expected, int number) {
        for (int architecture : ARCHITECTURES) {
            int verdict = architecture == expected.audit() ? expected.of(number) : KILL_PROCESS;
            assertThat(machine.decide(architecture, number).verdict())
                    .as("number %#x of architecture %#x", number, architecture)
                    .isEqualTo(verdict);
        }
    }

    /** What makes the filter free for most calls: the kernel remembers a verdict that no argument can change. */
    @ParameterizedTest
    @MethodSource("filters")
    void looksAtArgumentsOfThreeCallsOnly(Expected expected) {
        SeccompMachine machine = expected.installed();
        for (int number = 0; number <= LAST_NUMBER; number++) {
            if (!expected.looksAtArguments(number)) {
                assertThat(machine.decide(expected.audit(), number).loadedOffsets())
                        .as("number %d", number)
                        .isEqualTo(Set.of(0, 4));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("filters")
    void findsAnyNumberInFewSteps(Expected expected) {
        SeccompMachine machine = expected.installed();
        for (int number = 0; number <= LAST_NUMBER; number++) {
            if (!expected.looksAtArguments(number)) {
                // Two loads, the architecture, six comparisons, the return.
                assertThat(machine.decide(expected.audit(), number).steps()).isLessThanOrEqualTo(10);
            }
        }
    }

    static Stream<Arguments> socketFamilies() {
        Map<Integer, String> refused =
                Map.of(15, "AF_KEY", 17, "AF_PACKET", 21, "AF_RDS", 30, "AF_TIPC", 38, "AF_ALG", 40, "AF_VSOCK");
        return filters().stream()
                .flatMap(expected -> Stream.iterate(0, family -> family <= 64, family -> family + 1)
                        .map(family ->
                                Arguments.of(expected, family, refused.containsKey(family) ? EAFNOSUPPORT : ALLOW)));
    }

    @ParameterizedTest(name = "{0}, family {1}")
    @MethodSource("socketFamilies")
    void decidesSocketsByTheFamilyTheKernelSees(Expected expected, int family, int verdict) {
        SeccompMachine machine = expected.installed();
        for (int call : new int[] {expected.socket(), expected.socketpair()}) {
            for (long high : new long[] {0, 1, 0x8000_0000L, 0xFFFF_FFFFL}) {
                long argument = high << 32 | family;
                assertThat(machine.decide(expected.audit(), call, argument, family, 38)
                                .verdict())
                        .as("argument %#x", argument)
                        .isEqualTo(verdict);
            }
        }
    }

    static Stream<Arguments> requests() {
        Map<Long, Integer> verdicts = Map.ofEntries(
                Map.entry(0x5412L, EPERM), // TIOCSTI
                Map.entry(0x541CL, EPERM), // TIOCLINUX
                Map.entry(0xFFFF_FFFF_0000_5412L, EPERM),
                Map.entry(0x0000_0001_0000_541CL, EPERM),
                Map.entry(0x5411L, ALLOW), // TIOCOUTQ
                Map.entry(0x5413L, ALLOW), // TIOCGWINSZ
                Map.entry(0x541BL, ALLOW), // FIONREAD
                Map.entry(0x541DL, ALLOW), // TIOCCONS
                Map.entry(0x5401L, ALLOW), // TCGETS
                Map.entry(0x1_5412L, ALLOW),
                Map.entry(0x5412_0000_0000L, ALLOW),
                Map.entry(0L, ALLOW),
                Map.entry(-1L, ALLOW));
        return filters().stream()
                .flatMap(expected ->
                        verdicts.entrySet().stream().map(row -> Arguments.of(expected, row.getKey(), row.getValue())));
    }

    @ParameterizedTest(name = "{0}, request {1}")
    @MethodSource("requests")
    void decidesTerminalRequestsByTheBitsTheKernelSees(Expected expected, long request, int verdict) {
        SeccompMachine machine = expected.installed();
        for (long descriptor : new long[] {0, 0x5412, -1}) {
            assertThat(machine.decide(expected.audit(), expected.ioctl(), descriptor, request, 0x5412)
                            .verdict())
                    .isEqualTo(verdict);
        }
    }

    @ParameterizedTest
    @CsvSource({"X86_64,34", "AARCH64,32"})
    void countsTheTwoGroupsApart(Architecture architecture, int base) {
        List<BlockedCall> blocked = SeccompFilter.of(architecture).blocked();

        assertThat(blocked).filteredOn(call -> call.group() == Group.BASE).hasSize(base);
        assertThat(blocked)
                .filteredOn(call -> call.group() == Group.EXTRA)
                .extracting(BlockedCall::label)
                .containsExactlyInAnyOrder(
                        "open_tree_attr",
                        "quotactl_fd",
                        "io_uring_setup",
                        "io_uring_enter",
                        "io_uring_register",
                        "socket(AF_KEY)",
                        "socket(AF_PACKET)",
                        "socket(AF_RDS)",
                        "socket(AF_TIPC)",
                        "socket(AF_ALG)",
                        "socket(AF_VSOCK)",
                        "socketpair(AF_KEY)",
                        "socketpair(AF_PACKET)",
                        "socketpair(AF_RDS)",
                        "socketpair(AF_TIPC)",
                        "socketpair(AF_ALG)",
                        "socketpair(AF_VSOCK)",
                        "ioctl(TIOCSTI)",
                        "ioctl(TIOCLINUX)");
    }

    @ParameterizedTest
    @EnumSource(Architecture.class)
    void namesEachRowOnce(Architecture architecture) {
        assertThat(SeccompFilter.of(architecture).blocked())
                .extracting(BlockedCall::label)
                .doesNotHaveDuplicates();
    }

    @Test
    void givesACopyOfItsProgram() {
        SeccompFilter filter = SeccompFilter.of(Architecture.X86_64);
        filter.program()[0] = 1;
        assertThat(filter.program()[0]).isEqualTo((byte) 0x20);
    }

    @ParameterizedTest
    @CsvSource({"amd64,X86_64", "x86_64,X86_64", "aarch64,AARCH64"})
    void knowsTheNamesJavaGivesArchitectures(String name, Architecture architecture) {
        assertThat(Architecture.named(name)).isEqualTo(architecture);
    }

    @ParameterizedTest
    @CsvSource({"riscv64", "x86", "arm", "ppc64le", "s390x"})
    void namesTheArchitectureItHasNoTableFor(String name) {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> Architecture.named(name))
                .withMessageContaining(name);
    }
}
