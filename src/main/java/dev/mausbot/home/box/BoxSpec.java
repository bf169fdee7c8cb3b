package dev.mausbot.home.box;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything that makes one box what it is. {@link Mounts} and {@link Bwrap} turn it into a command and add nothing of
 * their own, so a box can be judged by its spec.
 *
 * @param id names the box on this machine while it lives; {@code [a-z0-9]+}
 * @param folders what of the host's files it is about
 * @param network how it reaches the outside
 * @param environment exactly the variables that a boxed process starts with, see {@link BoxEnvironment}
 * @param files what it finds below {@link LaunchPlan#FILES}, complete: placeholders are filled in
 * @param command the program and its arguments; no secret, argument lists are public on a host
 * @param sizes how much each private folder may hold
 * @param terminal whether standard input, output and error are one terminal that the command is to control
 */
public record BoxSpec(
        String id,
        BoxFolders folders,
        Network network,
        Map<String, String> environment,
        List<LaunchPlan.PlannedFile> files,
        List<String> command,
        Sizes sizes,
        boolean terminal) {
    public BoxSpec {
        Objects.requireNonNull(folders, "folders");
        Objects.requireNonNull(network, "network");
        Objects.requireNonNull(sizes, "sizes");
        environment = Map.copyOf(environment);
        files = List.copyOf(files);
        command = List.copyOf(command);
        if (!id.matches("[a-z0-9]{1,32}")) {
            throw new IllegalArgumentException("a box id is 1 to 32 of a-z and 0-9: " + id);
        }
        if (command.isEmpty()) {
            throw new IllegalArgumentException("a box needs a command");
        }
    }

    /** The boxes' ways to the outside. */
    public sealed interface Network {
        /**
         * Loopback only, with the box's gates bridged to ports of it.
         *
         * @param sockets the host folder of this box's gate sockets, seen inside as {@link #INSIDE}
         * @param ports which port leads to which socket in that folder
         * @param relays the sockets in that folder that the box itself dials, and waits on for the server's word
         */
        record Gated(Path sockets, List<GatePort> ports, List<String> relays) implements Network {
            /** Where a box sees its sockets. */
            public static final Path INSIDE = Path.of("/run/omb");

            /** Where a box finds which ports the kernel chose, if it was left to choose (a port of 0). */
            public static final Path CHOSEN_PORTS = Path.of("/run/ports");

            public Gated {
                ports = List.copyOf(ports);
                relays = List.copyOf(relays);
            }
        }

        /** Loopback only, and nothing listens there. */
        record None() implements Network {}

        /** The host's own network: for whoever asks for it on a command line; no bot setting leads here. */
        record Shared() implements Network {}
    }

    /** A port of the box's loopback and the gate's socket behind it. */
    public record GatePort(int port, String socket) {}

    /**
     * What a box may fill, in bytes. All of it is memory, which is why each private folder has a limit: without one a
     * tmpfs may grow to half of the machine's.
     */
    public record Sizes(long tmp, long varTmp, long run, long shm, long masks) {
        private static final long MIB = 1024 * 1024;

        public static Sizes standard() {
            return new Sizes(512 * MIB, 64 * MIB, 16 * MIB, 64 * MIB, 16 * MIB);
        }
    }

    /** The mounts of the box's gates, if it has any. */
    Optional<Network.Gated> gates() {
        return network instanceof Network.Gated gated ? Optional.of(gated) : Optional.empty();
    }
}
