package dev.mausbot.home.doctor;

import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.box.BoxDetection;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * The machine that is looked at.
 *
 * @param root where its file system begins
 * @param facts the user's id, and the memory that it may use
 * @param runtime where boxes would have their sockets
 * @param data the data folder, or the nearest folder above it that is there
 * @param faults what is wrong with the settings
 * @param detected whether a box was started, as it was tried
 * @param now what its clock says
 */
record Patient(
        Path root,
        HostFacts facts,
        Path runtime,
        Path data,
        List<String> faults,
        BoxDetection.Detected detected,
        Instant now) {
    Patient {
        faults = List.copyOf(faults);
    }
}
