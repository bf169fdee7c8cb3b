package dev.mausbot.home.box;

import dev.mausbot.home.boot.Program;
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
        /**
         * One {@code socat} for each port.
         *
         * @param instead what bridges a box of which socat cannot do all
         */
        record Socat(Path program, Own instead) implements Bridging {
            /** With this very program for what socat cannot do. */
            public Socat(Path program) {
                this(program, Own.ofThisProgram());
            }
        }

        /** {@code cloud-home bridge}, one process for all ports; the command without its arguments. */
        record Own(List<String> command) implements Bridging {
            public Own {
                command = List.copyOf(command);
            }

            /** The program that runs now; its folders must be in the box. */
            public static Own ofThisProgram() {
                return new Own(Program.current().command("bridge"));
            }
        }
    }
}
