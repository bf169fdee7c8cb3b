package dev.mausbot.home.doctor;

import dev.mausbot.home.boot.RuntimeFolder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/** The programs that boxes are made with, and the room that they need. */
final class RoomLooks {
    private static final long LEAST_MEMORY = 1L << 30;
    private static final long LEAST_DISK = 2L << 30;
    /** Before this was written: a clock that says so is not set. */
    private static final Instant WRITTEN = Instant.parse("2026-01-01T00:00:00Z");

    private RoomLooks() {}

    static Optional<Finding> socat(Patient patient) {
        return Optional.of(
                patient.has("usr/bin/socat", "usr/local/bin/socat")
                        ? Finding.ok("socat", "installed")
                        : Finding.note(
                                "socat",
                                "not installed: each box has a bridge of this program instead, which is larger and"
                                        + " slower to start, and `box` gets no terminal",
                                "apt-get install socat"));
    }

    static Optional<Finding> setpriv(Patient patient) {
        return Optional.of(
                patient.has("usr/bin/setpriv", "bin/setpriv")
                        ? Finding.ok("setpriv", "installed")
                        : Finding.note(
                                "setpriv",
                                "not installed: nothing can be started by root",
                                "apt-get install util-linux"));
    }

    static Optional<Finding> socketRoom(Patient patient) {
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

    static Optional<Finding> memory(Patient patient) {
        long bytes = patient.facts().memoryBytes();
        String says = "%d MiB".formatted(bytes >> 20);
        return Optional.of(
                bytes >= LEAST_MEMORY
                        ? Finding.ok("memory", says)
                        : Finding.note(
                                "memory",
                                says + ": an engine alone may need 500",
                                "fly scale memory 1024 # or docker update --memory 1g CONTAINER"));
    }

    static Optional<Finding> disk(Patient patient) {
        String says = "%d MiB free in %s".formatted(patient.freeBytes() >> 20, patient.data());
        return Optional.of(
                patient.freeBytes() >= LEAST_DISK
                        ? Finding.ok("disk", says)
                        : Finding.note(
                                "disk",
                                says + ": a conversation's work may need more",
                                "du -xh %s | sort -h | tail # make room; or export OMB_DATA_DIR=FOLDER on a larger disk"
                                        .formatted(patient.data())));
    }

    static Optional<Finding> clock(Patient patient) {
        return Optional.of(
                patient.now().isAfter(WRITTEN)
                        ? Finding.ok("clock", patient.now().toString())
                        : Finding.note(
                                "clock",
                                patient.now() + ": not set, so the Admin's requests and certificates are refused",
                                "timedatectl set-ntp true"));
    }
}
