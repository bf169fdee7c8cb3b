package dev.mausbot.home.doctor;

import dev.mausbot.home.box.BoxDetection;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks at a machine, from the kernel upwards. Reads only; what boxes can do was tried before. */
final class Doctor {
    private static final List<Look> LOOKS = List.of(
            Doctor::user,
            Doctor::settings,
            KernelLooks::kernel,
            KernelLooks::namespaces,
            KernelLooks::appArmor,
            KernelLooks::outerFilter,
            KernelLooks::maskedProc,
            Doctor::box,
            RoomLooks::socat,
            RoomLooks::setpriv,
            RoomLooks::socketRoom,
            RoomLooks::memory,
            RoomLooks::disk,
            RoomLooks::clock,
            KernelLooks::procOptions);

    private static final Pattern SETTING = Pattern.compile("\\b(?:OMB_[A-Z_]+|HOME)\\b");

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
                                "unset " + named(patient.faults()) + " # or set as the fault says"));
    }

    /** The settings that the faults begin with. */
    private static String named(List<String> faults) {
        return faults.stream()
                .flatMap(fault ->
                        SETTING.matcher(fault).results().map(MatchResult::group).limit(1))
                .distinct()
                .collect(Collectors.joining(" "));
    }

    private static Optional<Finding> box(Patient patient) {
        return Optional.of(
                switch (patient.detected()) {
                    case BoxDetection.Detected.On on ->
                        Finding.ok(
                                "box",
                                on.version() + ": a trial box started and ended, with namespaces of its own,"
                                        + " --disable-userns and the seccomp filter");
                    case BoxDetection.Detected.Off(String problem, String fix) ->
                        Finding.blocks(
                                "box", problem, fix.isEmpty() ? "cloud-home box -- true, which tells more" : fix);
                });
    }
}
