package dev.mausbot.home.box;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is taken from the protection of the one box that the self-check attacks, so that the check can be seen to fail. No
 * setting leads here: only {@link Boxes#weakened} takes one, and {@code RoomsTest} holds that nothing but the self-check
 * names this type.
 *
 * @param binds what is seen at a path in place of what a box has there, or where it has nothing
 * @param without the protections that are left out
 * @param environment variables that are set past the allow-list, over the box's own
 */
public record Weakening(List<Bind> binds, Set<Protection> without, Map<String, String> environment) {
    /** A file or folder of the host that is shown in the box. */
    public record Bind(Path source, Path at, boolean writable) {
        private Mount mount() {
            return writable ? new Mount.Writable(source, at) : new Mount.ReadOnly(source, at);
        }
    }

    /** What can be left out as a whole. */
    public enum Protection {
        /** The system call filter. */
        FILTER("--seccomp"),
        /** A network of its own. Its gates then get free ports of the host's loopback. */
        NETWORK("--unshare-net");

        private final String option;

        Protection(String option) {
            this.option = option;
        }
    }

    private static final Weakening NONE = new Weakening(List.of(), Set.of(), Map.of());

    public Weakening {
        binds = List.copyOf(binds);
        without = Set.copyOf(without);
        environment = Map.copyOf(environment);
    }

    /** Nothing is taken: the box is as every bot's. */
    public static Weakening none() {
        return NONE;
    }

    /** What both take; of two that set the same variable the other one wins. */
    public Weakening and(Weakening other) {
        Map<String, String> variables = new TreeMap<>(environment);
        variables.putAll(other.environment);
        return new Weakening(
                Stream.concat(binds.stream(), other.binds.stream()).toList(),
                Stream.concat(without.stream(), other.without.stream()).collect(Collectors.toSet()),
                variables);
    }

    BoxSpec spec(BoxSpec sound) {
        if (equals(NONE)) {
            return sound;
        }
        Map<String, String> variables = new TreeMap<>(sound.environment());
        variables.putAll(environment);
        return new BoxSpec(
                sound.id(),
                sound.folders(),
                without.contains(Protection.NETWORK) ? onFreePorts(sound.network()) : sound.network(),
                variables,
                sound.files(),
                sound.command(),
                sound.sizes(),
                sound.terminal());
    }

    /** On the host's own loopback the usual ports may be taken, the harness' by the very server that checks itself. */
    private static BoxSpec.Network onFreePorts(BoxSpec.Network network) {
        return network instanceof BoxSpec.Network.Gated(Path sockets, List<BoxSpec.GatePort> ports, List<String> relays)
                ? new BoxSpec.Network.Gated(
                        sockets,
                        ports.stream()
                                .map(port -> new BoxSpec.GatePort(0, port.socket()))
                                .toList(),
                        relays)
                : network;
    }

    /** socat cannot tell which port the kernel chose. */
    BoxTools tools(BoxTools sound) {
        return without.contains(Protection.NETWORK) && sound.bridge() instanceof BoxTools.Bridging.Socat socat
                ? new BoxTools(sound.bwrap(), socat.instead())
                : sound;
    }

    /** The mounts that every box has, with what is shown in place of one of them. */
    List<Mount> system(List<Mount> sound) {
        return sound.stream()
                .map(mount -> bind(mount.at()).map(Bind::mount).orElse(mount))
                .toList();
    }

    /** All mounts of a box, with what is shown in place of one of them or besides. */
    Mounts mounts(Mounts sound) {
        if (binds.isEmpty()) {
            return sound;
        }
        List<Mount> mounts = new ArrayList<>(system(sound.inOrder()));
        for (Bind bind : binds) {
            if (sound.inOrder().stream().noneMatch(mount -> mount.at().equals(bind.at()))) {
                mounts.add(bind.mount());
            }
        }
        return new Mounts(Layout.byDepth(mounts), sound.identities());
    }

    private Optional<Bind> bind(Path at) {
        return binds.stream().filter(bind -> bind.at().equals(at)).findFirst();
    }

    /** The options of bubblewrap without those of what is left out. */
    List<String> options(List<String> sound) {
        List<String> left = new ArrayList<>();
        for (int at = 0; at < sound.size(); at++) {
            String option = sound.get(at);
            if (without.stream().noneMatch(protection -> protection.option.equals(option))) {
                left.add(option);
            } else if (option.equals(Protection.FILTER.option)) {
                at++; // the number of its descriptor
            }
        }
        return left;
    }
}
