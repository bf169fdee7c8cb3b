package dev.mausbot.home.supervisor;

import dev.mausbot.home.boot.MountTable;
import dev.mausbot.home.boot.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * {@code /proc} with {@code hidepid=invisible} (proc(5)): a user sees no process but its own. So what runs as the server's
 * user outside of a box cannot list root's processes or read their environments and command lines.
 */
final class ProcMount {
    private static final Path PROC = Path.of("/proc");
    private static final Path FLY = Path.of("/.fly");
    private static final Path OWN_PID_NAMESPACE = Path.of("/proc/self/ns/pid");

    /** The number that the kernel gives to the first process namespace of every machine ({@code PROC_PID_INIT_INO}). */
    private static final Path FIRST_PID_NAMESPACE = Path.of("pid:[4026531836]");

    private static final String WAIVE =
            ", or set OMB_CLOUD_HARDEN=0 to serve although processes can see those of other users";

    private ProcMount() {}

    /** Remounts it, if this is a machine or container of its own; a remount changes it for everyone who has it mounted. */
    static Outcome hide() throws IOException {
        if (isHidden()) {
            return new Outcome.Done("/proc is hidepid=invisible already");
        }
        if (!isOurs()) {
            return new Outcome.Refused("/proc is that of a whole machine that is not cloud home's alone, so it is left"
                    + " as it is: run cloud home in a unit with ProtectProc=invisible or in a container" + WAIVE);
        }
        Tool remount = Tool.run("/usr/bin/mount", "-o", "remount,hidepid=invisible", PROC.toString());
        if (remount.exitCode() != 0) {
            return new Outcome.Refused("/proc could not be remounted with hidepid=invisible (" + remount.said()
                    + "): give the container CAP_SYS_ADMIN, which is dropped before anything else runs" + WAIVE);
        }
        return isHidden()
                ? new Outcome.Done("/proc remounted with hidepid=invisible")
                : new Outcome.Refused(
                        "/proc was remounted, but is not hidepid=invisible: a newer kernel is needed" + WAIVE);
    }

    static boolean isHidden() throws IOException {
        return MountTable.current()
                .at(PROC)
                .filter(MountTable.Mount::hidesProcesses)
                .isPresent();
    }

    /** Tries to remount it as it is, which only CAP_SYS_ADMIN may; whether the kernel refused for want of that. */
    static boolean remountIsForbidden() throws IOException {
        Tool remount = Tool.run("/usr/bin/mount", "-o", "remount", PROC.toString());
        return remount.exitCode() != 0 && remount.said().contains("permission denied");
    }

    /** On Fly the machine is ours alone; elsewhere only what has process namespaces of its own. */
    private static boolean isOurs() throws IOException {
        return Files.isDirectory(FLY, LinkOption.NOFOLLOW_LINKS)
                || !Files.readSymbolicLink(OWN_PID_NAMESPACE).equals(FIRST_PID_NAMESPACE);
    }
}
