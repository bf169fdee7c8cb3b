package dev.mausbot.home.doctor;

import dev.mausbot.home.boot.MountTable;
import dev.mausbot.home.box.KernelSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kernel, and what an outer container or unit lets through of it. Signs only: where a trial box was started, none of
 * them blocks.
 */
final class KernelLooks {
    private static final String NAMESPACES = "user namespaces";
    private static final Pattern RELEASE = Pattern.compile("([0-9]{1,3})\\..*", Pattern.DOTALL);
    private static final Path PROC = Path.of("/proc");
    private static final int OLDEST = 6;

    private KernelLooks() {}

    /** Debian 12's, the oldest that this was tried on, is 6.1. */
    static Optional<Finding> kernel(Patient patient) {
        String release = patient.read("proc/sys/kernel/osrelease");
        Matcher version = RELEASE.matcher(release);
        boolean old = version.matches() && Integer.parseInt(version.group(1)) < OLDEST;
        return Optional.of(
                old
                        ? Finding.note(
                                "kernel",
                                release + " is older than what this was tried on",
                                "apt-get install linux-image-$(dpkg --print-architecture) # 6.1 or later (Debian 12, Ubuntu 24.04); then reboot")
                        : Finding.ok("kernel", release));
    }

    static Optional<Finding> namespaces(Patient patient) {
        KernelSettings settings = patient.kernel();
        if (settings.noneAllowed()) {
            return Optional.of(
                    Finding.blocks(NAMESPACES, "this machine allows none", "sysctl -w user.max_user_namespaces=15000"));
        }
        return Optional.of(
                settings.cloningForbidden()
                        ? Finding.blocks(
                                NAMESPACES,
                                "forbidden to ordinary users",
                                "sysctl -w kernel.unprivileged_userns_clone=1")
                        : Finding.ok(NAMESPACES, "at most " + patient.read("proc/sys/user/max_user_namespaces")));
    }

    /** Whether bwrap has a profile that lets it, only the trial box can say. */
    static Optional<Finding> appArmor(Patient patient) {
        if (!patient.kernel().appArmorRestricts()) {
            return Optional.empty();
        }
        return Optional.of(
                patient.boxWorks()
                        ? Finding.ok("AppArmor", "restricts user namespaces, and lets bwrap have them")
                        : Finding.blocks(
                                "AppArmor",
                                "restricts user namespaces to programs with a profile",
                                "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or give bwrap the profile that"
                                        + " is told below"));
    }

    /** A filter that was there before ours is a container's or a unit's; it may refuse unshare and mount. */
    static Optional<Finding> outerFilter(Patient patient) {
        boolean filtered = patient.field("proc/self/status", "Seccomp:").equals("2");
        if (!filtered) {
            return Optional.of(Finding.ok("outer seccomp filter", "none"));
        }
        return Optional.of(
                patient.boxWorks()
                        ? Finding.ok("outer seccomp filter", "there is one, and it lets boxes start")
                        : Finding.blocks(
                                "outer seccomp filter",
                                "this process runs under one, which may refuse unshare, clone or mount",
                                "start the container with --security-opt seccomp=unconfined, or the unit without"
                                        + " SystemCallFilter= and RestrictNamespaces="));
    }

    /** Container runtimes mount over parts of /proc; the kernel then lets nobody inside mount another one. */
    static Optional<Finding> maskedProc(Patient patient) throws IOException {
        long masks = patient.mounts().mounts().stream()
                .filter(mount ->
                        mount.point().startsWith(PROC) && !mount.point().equals(PROC))
                .count();
        if (masks == 0) {
            return Optional.of(Finding.ok("/proc", "nothing is mounted over it"));
        }
        return Optional.of(
                patient.boxWorks()
                        ? Finding.ok("/proc", masks + " mounts lie over it, and boxes have their own all the same")
                        : Finding.blocks(
                                "/proc",
                                "an outer container masks it (" + masks + " mounts), so a box cannot have its own",
                                "start the container with --security-opt systempaths=unconfined (Kubernetes:"
                                        + " procMount: Unmasked)"));
    }

    static Optional<Finding> procOptions(Patient patient) throws IOException {
        Optional<MountTable.Mount> proc = patient.mounts().at(PROC);
        String options = proc.map(mount -> String.join(",", mount.options())).orElse("not mounted");
        return Optional.of(
                proc.filter(MountTable.Mount::hidesProcesses).isPresent()
                        ? Finding.ok("/proc options", options)
                        : Finding.note(
                                "/proc options",
                                options + ": what runs outside of boxes sees other users' processes",
                                "systemctl edit cloud-home # [Service] ProtectProc=invisible; in an image of its own `harden` does"
                                        + " it"));
    }
}
