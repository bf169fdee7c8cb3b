package dev.mausbot.home.report;

import dev.mausbot.home.auth.signed.SigningKey;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the settings say about this machine, as far as reports go.
 *
 * @param dataFolder where the database is
 * @param boxWanted whether turns shall run in boxes
 * @param selfCheckRequired whether a failed self-check stops boxed turns
 * @param hardeningWanted whether the machine shall be hardened
 * @param helpers the files without which none of this program's helpers starts in a box
 * @param started when the server was
 * @param supervisor what the supervisor that started it is, as that was told by it; empty if none did
 * @param fleet what it is to its Admin; empty on a machine of no fleet
 */
public record Machine(
        Path dataFolder,
        boolean boxWanted,
        boolean selfCheckRequired,
        boolean hardeningWanted,
        List<Path> helpers,
        Instant started,
        Optional<Hardening.Credentials> supervisor,
        Optional<Fleet> fleet) {
    public Machine {
        helpers = List.copyOf(helpers);
    }

    /**
     * A machine of a fleet.
     *
     * @param role {@code home} or {@code team}
     * @param key what it signs its reports with
     */
    public record Fleet(String machineId, String role, SigningKey key) {}
}
