package dev.mausbot.home.box;

import java.nio.file.Path;
import java.util.List;

/**
 * The programs that boxes are made with, found by {@link BoxDetection}.
 *
 * @param bwrap bubblewrap, 0.8 or later
 * @param bridge the command that bridges a box's ports, run inside
 */
public record BoxTools(Path bwrap, Bridging bridge) {
    /** What bridges the ports of a box to its gates' sockets. */
    public sealed interface Bridging {
        /** One {@code socat} for each port. */
        record Socat(Path program) implements Bridging {}

        /** {@code cloud-home bridge}, one process for all ports; the command without its arguments. */
        record Own(List<String> command) implements Bridging {
            public Own {
                command = List.copyOf(command);
            }
        }
    }
}
