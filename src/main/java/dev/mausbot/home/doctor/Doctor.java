package dev.mausbot.home.doctor;

import dev.mausbot.home.boot.RuntimeFolder;
import dev.mausbot.home.box.BoxDetection;
import dev.mausbot.home.box.KernelSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Looks at a machine, from the kernel upwards. Reads only; what boxes can do was tried before. */
final class Doctor {
    private static final long LEAST_MEMORY = 1L << 30;
    private static final long LEAST_DISK = 2L << 30;
    /** Before this was written: a clock that says so is not set. */
    private static final Instant WRITTEN = Instant.parse("2026-01-01T00:00:00Z");

    private static final String NAMESPACES = "user namespaces";
    private static final Pattern RELEASE = Pattern.compile("([0-9]{1,3})\\..*", Pattern.DOTALL);
    private static final int OLDEST_KERNEL = 6;

    private static final List<Look> LOOKS = List.of(
            Doctor::user,
            Doctor::settings,
            Doctor::kernel,
            Doctor::namespaces,
            Doctor::appArmor,
            Doctor::outerFilter,
            Doctor::maskedProc,
            Doctor::box,
            Doctor::socat,
            Doctor::setpriv,
            Doctor::socketRoom,
            Doctor::memory,
            Doctor::disk,
            Doctor::clock,
            Doctor::procOptions);

    private Doctor() {}

    /** One thing to look at; empty where it does not exist and is not missed. */
    @FunctionalInterface
    private interface Look {
        Optional<Finding> at(Patient patient) throws IOException;
    }

    /** All findings, in the order in which they were looked for. */
    static List<Finding> examine(Patient patient) throws IOException {
        Stream.Builder<Finding> findings = Stream.builder();
        for (Look look : LOOKS) {
            look.at(patient).ifPresent(findings);
        }
        return findings.build().toList();
    }

    private static Optional<Finding> user(Patient patient) {
        return Optional.of(
                patient.facts().uid() == 0
                        ? Finding.blocks("user", "root: no box runs as root", "cloud-home doctor --run-as USER")
                        : Finding.ok("user", "uid " + patient.facts().uid()));
    }

    private static Optional<Finding> settings(Patient patient) {
        return Optional.of(
                patient.faults().isEmpty()
                        ? Finding.ok("settings", "all OMB_ settings are valid")
                        : Finding.blocks(
                                "settings",
                                String.join("; ", patient.faults()),
                                "set what the fault names, or unset it"));
    }

    /** Debian 12's, the oldest that this was tried on, is 6.1. */
    private static Optional<Finding> kernel(Patient patient) {
        String release = read(patient, "proc/sys/kernel/osrelease");
        Matcher version = RELEASE.matcher(release);
        boolean old = version.matches() && Integer.parseInt(version.group(1)) < OLDEST_KERNEL;
        return Optional.of(
                old
                        ? Finding.note(
                                "kernel", release + " is older than what this was tried on", "upgrade to 6.1 or later")
                        : Finding.ok("kernel", release));
    }

    private static Optional<Finding> namespaces(Patient patient) {
        KernelSettings settings = settingsOf(patient);
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
                        : Finding.ok(NAMESPACES, "at most " + read(patient, "proc/sys/user/max_user_namespaces")));
    }

    /** Whether bwrap has a profile that lets it, only the trial box can say. */
    private static Optional<Finding> appArmor(Patient patient) {
        if (!settingsOf(patient).appArmorRestricts()) {
            return Optional.empty();
        }
        return Optional.of(
                works(patient)
                        ? Finding.ok("AppArmor", "restricts user namespaces, and lets bwrap have them")
                        : Finding.blocks(
                                "AppArmor",
                                "restricts user namespaces to programs with a profile",
                                "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or give bwrap the profile that"
                                        + " is told below"));
    }

    private static KernelSettings settingsOf(Patient patient) {
        return new KernelSettings(patient.root().resolve("proc"));
    }

    /** A filter that was there before ours is a container's or a unit's; it may refuse unshare and mount. */
    private static Optional<Finding> outerFilter(Patient patient) {
        boolean filtered = field(patient, "proc/self/status", "Seccomp:").equals("2");
        if (!filtered) {
            return Optional.of(Finding.ok("outer seccomp filter", "none"));
        }
        return Optional.of(
                works(patient)
                        ? Finding.ok("outer seccomp filter", "there is one, and it lets boxes start")
                        : Finding.blocks(
                                "outer seccomp filter",
                                "this process runs under one, which may refuse unshare, clone or mount",
                                "start the container with --security-opt seccomp=unconfined, or the unit without"
                                        + " SystemCallFilter= and RestrictNamespaces="));
    }

    /** Container runtimes mount over parts of /proc; the kernel then lets nobody inside mount another one. */
    private static Optional<Finding> maskedProc(Patient patient) throws IOException {
        long masks =
                mounts(patient).filter(mount -> mount.at().startsWith("/proc/")).count();
        if (masks == 0) {
            return Optional.of(Finding.ok("/proc", "nothing is mounted over it"));
        }
        return Optional.of(
                works(patient)
                        ? Finding.ok("/proc", masks + " mounts lie over it, and boxes have their own all the same")
                        : Finding.blocks(
                                "/proc",
                                "an outer container masks it (" + masks + " mounts), so a box cannot have its own",
                                "start the container with --security-opt systempaths=unconfined (Kubernetes:"
                                        + " procMount: Unmasked)"));
    }

    private static Optional<Finding> box(Patient patient) {
        return Optional.of(
                switch (patient.detected()) {
                    case BoxDetection.Detected.On on ->
                        Finding.ok(
                                "box",
                                on.version() + ": a trial box started and ended, with namespaces of its own,"
                                        + " --disable-userns and the seccomp filter");
                    case BoxDetection.Detected.Off(String reason) -> Finding.blocks("box", reason, remedy(reason));
                });
    }

    /** The detection's sentences say what to do after their last colon. */
    private static String remedy(String reason) {
        int colon = reason.indexOf(": ");
        return colon < 0 ? "cloud-home box -- true" : reason.substring(colon + 2);
    }

    private static Optional<Finding> socat(Patient patient) {
        return Optional.of(
                isThere(patient, "usr/bin/socat", "usr/local/bin/socat")
                        ? Finding.ok("socat", "installed")
                        : Finding.note(
                                "socat",
                                "not installed: each box has a bridge of this program instead, which is larger and"
                                        + " slower to start, and `box` gets no terminal",
                                "apt-get install socat"));
    }

    private static Optional<Finding> setpriv(Patient patient) {
        return Optional.of(
                isThere(patient, "usr/bin/setpriv", "bin/setpriv")
                        ? Finding.ok("setpriv", "installed")
                        : Finding.note(
                                "setpriv",
                                "not installed: nothing can be started by root",
                                "apt-get install util-linux"));
    }

    private static Optional<Finding> socketRoom(Patient patient) {
        int bytes = patient.runtime().toString().getBytes(StandardCharsets.UTF_8).length;
        return Optional.of(
                bytes <= RuntimeFolder.LONGEST
                        ? Finding.ok("socket paths", "%d of %d bytes".formatted(bytes, RuntimeFolder.LONGEST))
                        : Finding.blocks(
                                "socket paths",
                                "%s has %d bytes, and sockets fit below one of %d"
                                        .formatted(patient.runtime(), bytes, RuntimeFolder.LONGEST),
                                "export OMB_RUNTIME_DIR=/run/user/"
                                        + patient.facts().uid() + "/cloud-home"));
    }

    private static Optional<Finding> memory(Patient patient) {
        long bytes = patient.facts().memoryBytes();
        String says = "%d MiB".formatted(bytes >> 20);
        return Optional.of(
                bytes >= LEAST_MEMORY
                        ? Finding.ok("memory", says)
                        : Finding.note(
                                "memory",
                                says + ": an engine alone may need 500",
                                "give the machine or its container 1 GiB or more"));
    }

    private static Optional<Finding> disk(Patient patient) throws IOException {
        long free = Files.getFileStore(patient.data()).getUsableSpace();
        String says = "%d MiB free in %s".formatted(free >> 20, patient.data());
        return Optional.of(
                free >= LEAST_DISK
                        ? Finding.ok("disk", says)
                        : Finding.note("disk", says, "make room, or set OMB_DATA_DIR to a larger disk"));
    }

    private static Optional<Finding> clock(Patient patient) {
        return Optional.of(
                patient.now().isAfter(WRITTEN)
                        ? Finding.ok("clock", patient.now().toString())
                        : Finding.note(
                                "clock",
                                patient.now() + ": not set, so the Admin's requests and certificates are refused",
                                "timedatectl set-ntp true"));
    }

    private static Optional<Finding> procOptions(Patient patient) throws IOException {
        String options = mounts(patient)
                .filter(mount -> mount.at().equals("/proc"))
                .reduce((_, last) -> last)
                .map(MountLine::options)
                .orElse("not mounted");
        boolean hidden = List.of(options.split(",", -1)).stream()
                .anyMatch(option -> option.equals("hidepid=invisible") || option.equals("hidepid=2"));
        return Optional.of(
                hidden
                        ? Finding.ok("/proc options", options)
                        : Finding.note(
                                "/proc options",
                                options + ": what runs outside of boxes sees other users' processes",
                                "in a unit ProtectProc=invisible; on a machine of its own the supervisor does it"));
    }

    private static boolean works(Patient patient) {
        return patient.detected() instanceof BoxDetection.Detected.On;
    }

    private static boolean isThere(Patient patient, String... places) {
        return Arrays.stream(places).map(patient.root()::resolve).anyMatch(Files::isExecutable);
    }

    /** A mount (proc(5), mountinfo): where it is, and its options with those of its file system. */
    private record MountLine(String at, String options) {}

    private static Stream<MountLine> mounts(Patient patient) throws IOException {
        return Files.readAllLines(patient.root().resolve("proc/self/mountinfo")).stream()
                .map(line -> line.split(" ", -1))
                .filter(words -> words.length > 6)
                .map(words -> new MountLine(words[4], words[5] + "," + words[words.length - 1]));
    }

    private static String field(Patient patient, String file, String name) {
        return read(patient, file)
                .lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip())
                .findFirst()
                .orElse("");
    }

    /** Empty where a kernel has no such file. */
    private static String read(Patient patient, String file) {
        Path path = patient.root().resolve(file);
        try {
            return Files.readString(path).strip();
        } catch (IOException absent) {
            return "";
        }
    }
}
