package dev.mausbot.home.supervisor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The capabilities of a process (capabilities(7)), as {@code /proc/self/status} tells them: each set with its bits. */
final class Privileges {
    private static final Path SELF = Path.of("/proc/self/status");
    private static final String EFFECTIVE = "CapEff";
    private static final List<String> SETS = List.of("CapInh", "CapPrm", EFFECTIVE, "CapBnd", "CapAmb");

    private static final List<String> TOLD = Stream.concat(Stream.of("Name", "Pid", "Uid", "NoNewPrivs"), SETS.stream())
            .toList();

    /** By their numbers in {@code linux/capability.h}. */
    enum Capability {
        KILL(5),
        SETGID(6),
        SETUID(7),
        SETPCAP(8),
        SYS_ADMIN(21);

        private final int bit;

        Capability(int bit) {
            this.bit = bit;
        }

        private boolean isIn(long set) {
            return (set >>> bit & 1) != 0;
        }
    }

    /** With these the machine could be unhardened again: mounts, and capabilities given to others. */
    private static final List<Capability> GIVEN_UP = List.of(Capability.SYS_ADMIN, Capability.SETPCAP);

    /** To become the server's user, and to end what runs as it. */
    private static final List<Capability> NEEDED = List.of(Capability.SETUID, Capability.SETGID, Capability.KILL);

    private final Map<String, Long> sets;

    private Privileges(Map<String, Long> sets) {
        this.sets = sets;
    }

    static Privileges own() throws IOException {
        return parse(status());
    }

    /** What the kernel says of this process, as far as it is about its powers, for whom it cannot be seen by. */
    static String told() throws IOException {
        return status().stream()
                .filter(line -> TOLD.contains(line.substring(0, Math.max(line.indexOf(':'), 0))))
                .collect(Collectors.joining("\n"));
    }

    private static List<String> status() throws IOException {
        return Files.readAllLines(SELF, StandardCharsets.US_ASCII);
    }

    static Privileges parse(List<String> status) throws IOException {
        Map<String, Long> sets = new TreeMap<>();
        for (String line : status) {
            String[] parts = line.split(":\\s*", 2);
            if (parts.length == 2 && SETS.contains(parts[0])) {
                sets.put(parts[0], Long.parseUnsignedLong(parts[1].strip(), 16));
            }
        }
        if (sets.size() != SETS.size()) {
            throw new IOException(SELF + " does not tell all sets of capabilities");
        }
        return new Privileges(sets);
    }

    /** What is wrong for the process that stays root: something that should be gone, in any set, or that is missing. */
    Optional<String> faultOfSupervisor() {
        List<String> kept = new ArrayList<>();
        GIVEN_UP.forEach(capability -> sets.forEach((name, set) -> {
            if (capability.isIn(set)) {
                kept.add("CAP_" + capability + " in " + name);
            }
        }));
        if (!kept.isEmpty()) {
            return Optional.of("still has " + String.join(", ", kept)
                    + ": start it as the image's entry does, by setpriv --bounding-set=-all,+setuid,+setgid,+kill"
                    + " --inh-caps=-all");
        }
        String missing =
                names(NEEDED.stream().filter(capability -> !capability.isIn(sets.getOrDefault(EFFECTIVE, 0L))));
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("has no " + missing + ": start it as root, and leave these to the container");
    }

    private static String names(Stream<Capability> capabilities) {
        return capabilities.map(capability -> "CAP_" + capability).collect(Collectors.joining(", "));
    }
}
