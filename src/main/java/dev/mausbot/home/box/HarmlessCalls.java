package dev.mausbot.home.box;

import dev.mausbot.home.box.BlockedCall.Argument;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How to try each refused call so that nothing happens where it is not refused: flags that do not exist, descriptors that
 * are not open, addresses that are not mapped. Where the kernel looks at arguments before capabilities, the errno then
 * also differs from the filter's, so that a missing filter shows.
 */
final class HarmlessCalls {
    private HarmlessCalls() {}

    private static final long NULL = 0;
    private static final long NOT_MAPPED = 1;
    private static final long NOT_OPEN = -1;

    /** As a set of flags, as a command, as a type: nothing the kernel knows. */
    private static final long UNKNOWN = 0xFFFF_FFFFL;

    private static final long TOO_LONG = 1L << 30;

    private static final Map<String, List<Long>> ARGUMENTS = Map.ofEntries(
            Map.entry("mount", List.of(NOT_MAPPED, NOT_MAPPED, NOT_MAPPED, NULL, NULL)),
            Map.entry("umount2", List.of(NOT_MAPPED, UNKNOWN)),
            Map.entry("pivot_root", List.of(NOT_MAPPED, NOT_MAPPED)),
            Map.entry("move_mount", List.of(NOT_OPEN, NOT_MAPPED, NOT_OPEN, NOT_MAPPED, UNKNOWN)),
            Map.entry("open_tree", List.of(NOT_OPEN, NOT_MAPPED, UNKNOWN)),
            Map.entry("open_tree_attr", List.of(NOT_OPEN, NOT_MAPPED, UNKNOWN, NOT_MAPPED, TOO_LONG)),
            Map.entry("fsopen", List.of(NOT_MAPPED, UNKNOWN)),
            Map.entry("fsconfig", List.of(NOT_OPEN, UNKNOWN, NULL, NULL, NULL)),
            Map.entry("fsmount", List.of(NOT_OPEN, UNKNOWN, UNKNOWN)),
            Map.entry("fspick", List.of(NOT_OPEN, NOT_MAPPED, UNKNOWN)),
            Map.entry("mount_setattr", List.of(NOT_OPEN, NOT_MAPPED, UNKNOWN, NOT_MAPPED, TOO_LONG)),
            Map.entry("init_module", List.of(NOT_MAPPED, NULL, NOT_MAPPED)),
            Map.entry("finit_module", List.of(NOT_OPEN, NOT_MAPPED, UNKNOWN)),
            Map.entry("delete_module", List.of(NOT_MAPPED, UNKNOWN)),
            Map.entry("bpf", List.of(UNKNOWN, NOT_MAPPED, TOO_LONG)),
            Map.entry("perf_event_open", List.of(NOT_MAPPED, NULL, NOT_OPEN, NOT_OPEN, UNKNOWN)),
            Map.entry("userfaultfd", List.of(UNKNOWN)),
            Map.entry("add_key", List.of(NOT_MAPPED, NOT_MAPPED, NOT_MAPPED, TOO_LONG, NULL)),
            Map.entry("request_key", List.of(NOT_MAPPED, NOT_MAPPED, NULL, NULL)),
            Map.entry("keyctl", List.of(UNKNOWN)),
            Map.entry("open_by_handle_at", List.of(NOT_OPEN, NOT_MAPPED, UNKNOWN)),
            Map.entry("setns", List.of(NOT_OPEN, UNKNOWN)),
            Map.entry("kexec_load", List.of(NULL, TOO_LONG, NOT_MAPPED, UNKNOWN)),
            Map.entry("kexec_file_load", List.of(NOT_OPEN, NOT_OPEN, NULL, NULL, UNKNOWN)),
            Map.entry("reboot", List.of(NULL, NULL, UNKNOWN, NULL)), // both magic numbers are wrong
            Map.entry("swapon", List.of(NOT_MAPPED, UNKNOWN)),
            Map.entry("swapoff", List.of(NOT_MAPPED)),
            Map.entry("settimeofday", List.of(NOT_MAPPED, NOT_MAPPED)),
            Map.entry("clock_settime", List.of(UNKNOWN, NOT_MAPPED)),
            Map.entry("adjtimex", List.of(NOT_MAPPED)),
            Map.entry("clock_adjtime", List.of(UNKNOWN, NOT_MAPPED)),
            Map.entry("iopl", List.of(UNKNOWN)),
            Map.entry("ioperm", List.of(-1L, -1L, NULL)),
            Map.entry("acct", List.of(NOT_MAPPED)),
            Map.entry("quotactl", List.of(UNKNOWN, NOT_MAPPED, NULL, NOT_MAPPED)),
            Map.entry("quotactl_fd", List.of(NOT_OPEN, UNKNOWN, NULL, NOT_MAPPED)),
            Map.entry("io_uring_setup", List.of(NULL, NOT_MAPPED)),
            Map.entry("io_uring_enter", List.of(NOT_OPEN, NULL, NULL, UNKNOWN, NULL, NULL)),
            Map.entry("io_uring_register", List.of(NOT_OPEN, UNKNOWN, NOT_MAPPED, NULL)),
            // The type is looked at before the family.
            Map.entry("socket", List.of(NULL, UNKNOWN, NULL)),
            Map.entry("socketpair", List.of(NULL, UNKNOWN, NULL, NOT_MAPPED)),
            Map.entry("ioctl", List.of(NOT_OPEN, NULL, NOT_MAPPED)));

    /**
     * The calls to try for a row: one, or for a row with a condition two, the second with bits set that the kernel does
     * not look at.
     */
    static List<SyscallProbe.Call> of(BlockedCall blocked) {
        List<Long> arguments = Optional.ofNullable(ARGUMENTS.get(blocked.name()))
                .orElseThrow(() -> new IllegalStateException("no harmless way to try " + blocked.name() + " is known"));
        return blocked.when()
                .map(argument -> Stream.of(0L, 0xDEAD_BEEFL)
                        .map(high -> new SyscallProbe.Call(
                                high == 0 ? blocked.label() : blocked.label() + "+high",
                                blocked.number(),
                                with(argument, high, arguments)))
                        .toList())
                .orElseGet(() -> List.of(new SyscallProbe.Call(blocked.label(), blocked.number(), arguments)));
    }

    private static List<Long> with(Argument argument, long high, List<Long> arguments) {
        List<Long> changed = new ArrayList<>(arguments);
        changed.set(argument.index(), high << 32 | argument.value());
        return Collections.unmodifiableList(changed);
    }
}
