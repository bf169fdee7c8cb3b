package dev.mausbot.home.box;

import static dev.mausbot.home.box.PlainBwrap.Seccomp.CONTROL;
import static dev.mausbot.home.box.PlainBwrap.Seccomp.FILTERED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mausbot.home.box.PlainBwrap.Ended;
import dev.mausbot.home.box.PlainBwrap.Seccomp;
import dev.mausbot.home.box.SyscallProbe.Call;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The filter in a real kernel. Everything is tried without the filter too: what fails there in the same way would prove
 * nothing.
 */
class SeccompInBwrapTest {
    private static final int EPERM = 1;
    private static final int KILLED_BY_SIGSYS = 128 + 31;
    private static final int COMMAND_NOT_FOUND = 127;

    private static final int X32 = 1 << 30;

    /** A 64-bit program that enters the kernel as a 32-bit one would: exit(42) by i386's number. */
    private static final byte[] I386_EXIT_42 = HexFormat.ofDelimiter(" ")
            .parseHex(
                    "b8 01 00 00 00" // mov eax, 1
                            + " bb 2a 00 00 00" // mov ebx, 42
                            + " cd 80"); // int 0x80

    /**
     * Calls where the kernel looks at capabilities before arguments, or that some kernels allow to nobody: they may fail
     * with EPERM in a box without the filter as well.
     */
    private static final Set<String> REFUSED_ANYWAY = Set.of(
            "pivot_root",
            "move_mount",
            "fsopen",
            "fsmount",
            "fspick",
            "init_module",
            "finit_module",
            "delete_module",
            "bpf",
            "open_by_handle_at",
            "kexec_load",
            "kexec_file_load",
            "reboot",
            "swapoff",
            "acct");

    private final SeccompFilter filter = SeccompFilter.forThisMachine();
    private final PlainBwrap bwrap;

    SeccompInBwrapTest(@TempDir Path folder) throws Exception {
        bwrap = new PlainBwrap(folder, filter);
    }

    @BeforeEach
    void bwrapWorksHere() throws Exception {
        Ended ended = bwrap.run(CONTROL, List.of("true"));
        if ("1".equals(System.getenv("BOX_MUST_WORK"))) {
            assertThat(ended.exit())
                    .as("BOX_MUST_WORK=1, but bwrap says: %s", ended.output())
                    .isZero();
        }
        assumeTrue(ended.exit() == 0, () -> "bwrap does not work here: " + ended.output());
    }

    @Test
    void refusesEachRowWithItsErrno() throws Exception {
        List<Call> calls = filter.blocked().stream()
                .flatMap(row -> HarmlessCalls.of(row).stream())
                .toList();
        Map<String, Integer> without = probe(CONTROL, calls);
        Map<String, Integer> with = probe(FILTERED, calls);
        boolean controlIsFree = "0".equals(status(CONTROL).get("Seccomp")); // no outer container's filter answers first

        SoftAssertions softly = new SoftAssertions();
        for (BlockedCall row : filter.blocked()) {
            for (Call call : HarmlessCalls.of(row)) {
                softly.assertThat(with)
                        .as("filtered")
                        .containsEntry(call.name(), row.answer().number());
                if (controlIsFree && !REFUSED_ANYWAY.contains(row.name())) {
                    softly.assertThat(without.get(call.name()))
                            .as("%s without the filter", call.name())
                            .isNotIn(0, row.answer().number());
                }
            }
        }
        softly.assertAll();
    }

    @Test
    @EnabledIfSystemProperty(named = "os.arch", matches = "amd64", disabledReason = "x32 is an x86-64 thing")
    void refusesX32Numbers() throws Exception {
        List<Call> calls = List.of(
                new Call("getppid", X32 | 110, List.of()),
                new Call("close", X32 | 3, List.of(-1L)),
                new Call("umount2", X32 | 166, List.of(0L, 0xFFFF_FFFFL)),
                new Call("ioctl", X32 | 514, List.of(-1L, 0x5412L)),
                new Call("the-last", Integer.MAX_VALUE, List.of()),
                new Call("minus-one", -1, List.of()));

        assertThat(probe(FILTERED, calls).values()).containsOnly(EPERM);
        assertThat(probe(CONTROL, calls).values()).doesNotContain(EPERM);
    }

    @Test
    @EnabledIfSystemProperty(named = "os.arch", matches = "amd64", disabledReason = "i386 is an x86-64 thing")
    void killsAProgramThatEntersAsI386() throws Exception {
        List<String> program = List.of(bwrap.install("i386", ElfProgram.file(Architecture.X86_64, I386_EXIT_42)));

        assertThat(bwrap.run(FILTERED, program).exit()).isEqualTo(KILLED_BY_SIGSYS);
        assertThat(bwrap.run(CONTROL, program).exit()).isNotEqualTo(KILLED_BY_SIGSYS);
    }

    @Test
    void leavesOtherCallsAsTheyAre() throws Exception {
        boolean x86 = Architecture.ofThisMachine() == Architecture.X86_64;
        int socket = x86 ? 41 : 198;
        List<Call> calls = List.of(
                new Call("getpid", x86 ? 39 : 172, List.of()),
                new Call("socket(AF_UNIX)", socket, List.of(1L, 1L, 0L)),
                new Call("socket(AF_INET)", socket, List.of(2L, 1L, 0L)),
                new Call("socket(AF_INET6)", socket, List.of(10L, 2L, 0L)),
                new Call("socket(AF_NETLINK)", socket, List.of(16L, 3L, 0L)),
                new Call("socketpair(AF_UNIX)", x86 ? 53 : 199, List.of(1L, 1L, 0L, 0L)),
                new Call("ioctl(TIOCGWINSZ)", x86 ? 16 : 29, List.of(-1L, 0x5413L, 0L)),
                new Call("unshare", x86 ? 272 : 97, List.of(0L)),
                new Call("clone3", 435, List.of(0L, 0L)),
                new Call("ptrace", x86 ? 101 : 117, List.of(0xFFFFL, -1L)),
                new Call("chroot", x86 ? 161 : 51, List.of(0L)),
                new Call("a-call-of-the-future", 1023, List.of()));

        assertThat(probe(FILTERED, calls))
                .isEqualTo(probe(CONTROL, calls))
                .containsEntry("socket(AF_UNIX)", 0)
                .containsEntry("unshare", 0)
                .doesNotContainValue(EPERM);
    }

    @Test
    void isSeenInTheProcessStatus() throws Exception {
        Map<String, String> filtered = status(FILTERED);

        assertThat(filtered).containsEntry("Seccomp", "2").containsEntry("NoNewPrivs", "1");
        // An outer container may have a filter of its own.
        int outer = Integer.parseInt(status(CONTROL).getOrDefault("Seccomp_filters", "0"));
        assertThat(filtered).containsEntry("Seccomp_filters", String.valueOf(outer + 1));
    }

    /** Programs as engines use them: processes, threads, pipes, sockets on loopback, files. */
    static Stream<Arguments> ordinaryPrograms() {
        return Stream.of(
                ordinary(
                        "bash",
                        "bash",
                        "-c",
                        "x=$(printf hel | tr h H) && sleep 0 & wait && cat <(echo works) | grep -c ."),
                ordinary(
                        "git",
                        "bash",
                        "-c",
                        "git init -q r && cd r && git -c user.name=n -c user.email=e commit -q --allow-empty -m m && git log --format=%s"),
                ordinary("python", "python3", "-c", """
                        from concurrent.futures import ThreadPoolExecutor
                        import subprocess
                        print(ThreadPoolExecutor().submit(subprocess.check_output, ["id", "-u"]).result())
                        """),
                ordinary("node", "node", "-e", """
                        const server = require("http").createServer((request, answer) => answer.end("served"));
                        server.listen(0, "127.0.0.1", async () => {
                          const answer = await fetch("http://127.0.0.1:" + server.address().port);
                          const file = await require("fs").promises.readFile("/etc/passwd");
                          const child = require("child_process").execFileSync("id", ["-u"]);
                          console.log(await answer.text(), file.length, String(child));
                          process.exit(0);
                        });
                        """));
    }

    private static Arguments ordinary(String name, String... command) {
        return Arguments.of(name, List.of(command));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ordinaryPrograms")
    void leavesOrdinaryProgramsWorking(String name, List<String> command) throws Exception {
        Ended without = bwrap.run(CONTROL, command);
        boolean installed =
                without.exit() != COMMAND_NOT_FOUND && !without.output().contains("execvp");
        assumeTrue(installed, () -> name + " is not installed");

        assertThat(without.exit()).as(without.output()).isZero();
        assertThat(without.output()).isNotBlank();
        assertThat(bwrap.run(FILTERED, command)).isEqualTo(without);
    }

    private Map<String, Integer> probe(Seccomp seccomp, List<Call> calls) throws Exception {
        byte[] program = SyscallProbe.executable(Architecture.ofThisMachine(), calls);
        Ended ended = bwrap.run(seccomp, List.of(bwrap.install("probe", program)));
        assertThat(ended.exit()).as(ended.output()).isZero();
        Map<String, Integer> errnos = new LinkedHashMap<>();
        ended.output().lines().forEach(line -> {
            int space = line.indexOf(' ');
            errnos.put(line.substring(0, space), Integer.valueOf(line.substring(space + 1)));
        });
        assertThat(errnos.keySet())
                .containsExactlyElementsOf(calls.stream().map(Call::name).toList());
        return errnos;
    }

    private Map<String, String> status(Seccomp seccomp) throws Exception {
        Map<String, String> fields = new LinkedHashMap<>();
        bwrap.run(seccomp, List.of("cat", "/proc/self/status"))
                .output()
                .lines()
                .filter(line -> line.contains(":"))
                .forEach(line -> fields.put(
                        line.substring(0, line.indexOf(':')),
                        line.substring(line.indexOf(':') + 1).strip()));
        return fields;
    }
}
