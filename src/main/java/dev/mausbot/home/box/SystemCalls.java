package dev.mausbot.home.box;

import static dev.mausbot.home.box.BlockedCall.Answer.EAFNOSUPPORT;
import static dev.mausbot.home.box.BlockedCall.Answer.ENOSYS;
import static dev.mausbot.home.box.BlockedCall.Answer.EPERM;
import static dev.mausbot.home.box.BlockedCall.Group.BASE;
import static dev.mausbot.home.box.BlockedCall.Group.EXTRA;

import dev.mausbot.home.box.BlockedCall.Answer;
import dev.mausbot.home.box.BlockedCall.Argument;
import dev.mausbot.home.box.BlockedCall.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The table of refused system calls. Numbers are from the kernel's {@code arch/x86/entry/syscalls/syscall_64.tbl} and,
 * for aarch64, {@code include/uapi/asm-generic/unistd.h}.
 *
 * <p>What an engine, a shell, git, npm, python or Chrome needs is not here: {@code unshare} and {@code clone} with
 * namespaces (bubblewrap's {@code --disable-userns} ends those), {@code ptrace} and {@code chroot} stay.
 */
final class SystemCalls {
    private SystemCalls() {}

    private record Row(
            String name, OptionalInt x86, OptionalInt aarch64, Group group, Answer answer, Optional<Argument> when) {

        static Row base(String name, int x86, int aarch64) {
            return new Row(name, OptionalInt.of(x86), OptionalInt.of(aarch64), BASE, EPERM, Optional.empty());
        }

        static Row baseOnX86(String name, int x86) {
            return new Row(name, OptionalInt.of(x86), OptionalInt.empty(), BASE, EPERM, Optional.empty());
        }

        static Row extra(String name, int x86, int aarch64, Answer answer) {
            return new Row(name, OptionalInt.of(x86), OptionalInt.of(aarch64), EXTRA, answer, Optional.empty());
        }

        Row when(Argument argument) {
            return new Row(name, x86, aarch64, group, answer, Optional.of(argument));
        }

        Optional<BlockedCall> on(Architecture architecture) {
            OptionalInt number = switch (architecture) {
                case X86_64 -> x86;
                case AARCH64 -> aarch64;
            };
            return number.isPresent()
                    ? Optional.of(new BlockedCall(name, number.getAsInt(), group, answer, when))
                    : Optional.empty();
        }
    }

    private static final List<Row> PLAIN = List.of(
            // Mounts: a bind or an overlay over what the box was given.
            Row.base("mount", 165, 40),
            Row.base("umount2", 166, 39),
            Row.base("pivot_root", 155, 41),
            Row.base("move_mount", 429, 429),
            Row.base("open_tree", 428, 428),
            Row.base("fsopen", 430, 430),
            Row.base("fsconfig", 431, 431),
            Row.base("fsmount", 432, 432),
            Row.base("fspick", 433, 433),
            Row.base("mount_setattr", 442, 442),
            Row.extra("open_tree_attr", 467, 467, EPERM),
            // Code in the kernel.
            Row.base("init_module", 175, 105),
            Row.base("finit_module", 313, 273),
            Row.base("delete_module", 176, 106),
            Row.base("bpf", 321, 280),
            Row.base("perf_event_open", 298, 241),
            Row.base("userfaultfd", 323, 282),
            // The keyring is not namespaced as the rest is.
            Row.base("add_key", 248, 217),
            Row.base("request_key", 249, 218),
            Row.base("keyctl", 250, 219),
            // Ways around the mount view and the namespaces.
            Row.base("open_by_handle_at", 304, 265),
            Row.base("setns", 308, 268),
            // The machine as a whole.
            Row.base("kexec_load", 246, 104),
            Row.base("kexec_file_load", 320, 294),
            Row.base("reboot", 169, 142),
            Row.base("swapon", 167, 224),
            Row.base("swapoff", 168, 225),
            Row.base("settimeofday", 164, 170),
            Row.base("clock_settime", 227, 112),
            Row.base("adjtimex", 159, 171),
            Row.base("clock_adjtime", 305, 266),
            Row.baseOnX86("iopl", 172),
            Row.baseOnX86("ioperm", 173),
            Row.base("acct", 163, 89),
            Row.base("quotactl", 179, 60),
            Row.extra("quotactl_fd", 443, 443, EPERM),
            // A second way to make most system calls, past this filter. ENOSYS makes libuv and others fall back.
            Row.extra("io_uring_setup", 425, 425, ENOSYS),
            Row.extra("io_uring_enter", 426, 426, ENOSYS),
            Row.extra("io_uring_register", 427, 427, ENOSYS));

    /** socketpair too: it creates the sockets before the family says that it has no pairs, and TIPC does have them. */
    private static final List<Row> SOCKET_CALLS =
            List.of(Row.extra("socket", 41, 198, EAFNOSUPPORT), Row.extra("socketpair", 53, 199, EAFNOSUPPORT));

    /** Families that no bot needs and that load old or rarely read kernel code ({@code linux/socket.h}). */
    private static final List<Argument> SOCKET_FAMILIES = List.of(
            new Argument(0, 15, "AF_KEY"),
            new Argument(0, 17, "AF_PACKET"),
            new Argument(0, 21, "AF_RDS"),
            new Argument(0, 30, "AF_TIPC"),
            new Argument(0, 38, "AF_ALG"),
            new Argument(0, 40, "AF_VSOCK"));

    private static final Row IOCTL = Row.extra("ioctl", 16, 29, EPERM);

    /** Requests that type into a terminal: a box must not put commands into the shell that started it. */
    private static final List<Argument> TERMINAL_INJECTIONS =
            List.of(new Argument(1, 0x5412, "TIOCSTI"), new Argument(1, 0x541C, "TIOCLINUX"));

    private static final List<Row> ROWS = allRows();

    private static List<Row> allRows() {
        List<Row> rows = new ArrayList<>(PLAIN);
        for (Row call : SOCKET_CALLS) {
            SOCKET_FAMILIES.forEach(family -> rows.add(call.when(family)));
        }
        TERMINAL_INJECTIONS.forEach(request -> rows.add(IOCTL.when(request)));
        return List.copyOf(rows);
    }

    /** What is refused on this architecture. */
    static List<BlockedCall> blockedOn(Architecture architecture) {
        return ROWS.stream().flatMap(row -> row.on(architecture).stream()).toList();
    }
}
