package dev.mausbot.home.report;

import dev.mausbot.home.boot.MountTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How far this machine is hardened, as measured from where the server stands and not as anybody says.
 *
 * @param procOptions how {@code /proc} is mounted (proc(5)); empty if it is not
 * @param fly who owns Fly's socket folder, and its mode; empty where there is none
 * @param server what the kernel says of the server's process
 * @param above the processes that it comes from, the nearest first, up to the first that cannot be seen
 */
public record Hardening(List<String> procOptions, Optional<Owned> fly, Credentials server, List<Credentials> above) {
    private static final int CAP_SETPCAP = 8;
    private static final int CAP_SYS_ADMIN = 21;
    private static final long FORBIDDEN = (1L << CAP_SETPCAP) | (1L << CAP_SYS_ADMIN);
    private static final int FOR_OTHERS = 0077;
    private static final int MODE_BITS = 07777;
    private static final int MOST_ABOVE = 16;

    public Hardening {
        procOptions = List.copyOf(procOptions);
        above = List.copyOf(above);
    }

    /** A folder's owner and mode. */
    public record Owned(int uid, int mode) {}

    /**
     * A process, of {@code /proc/PID/status}.
     *
     * @param visible false where it is hidden from the server, which is what {@code hidepid} is for; then nothing else
     *     is known of it but its number
     * @param sets its sets of capabilities, each as a bit mask
     */
    public record Credentials(
            int pid, boolean visible, String name, int uid, CapabilitySets sets, boolean noNewPrivileges) {
        private static Credentials hidden(int pid) {
            return new Credentials(
                    pid, /* visible= */ false, "", 0, new CapabilitySets(0, 0, 0, 0, 0), /* noNewPrivileges= */ false);
        }

        /** As the process itself has told it, in lines of its status file. */
        public static Credentials told(String status) {
            return process(fields(status.lines().toList()));
        }
    }

    /**
     * capabilities(7).
     *
     * @param effective what it may do now
     * @param permitted what it could take into use
     * @param inheritable what it hands on to programs that have it in their file
     * @param bounding what it, and all that it starts, could ever have
     * @param ambient what it hands on to every program
     */
    public record CapabilitySets(long effective, long permitted, long inheritable, long bounding, long ambient) {
        private static CapabilitySets of(Map<String, String> status) {
            return new CapabilitySets(
                    mask(status, "CapEff"),
                    mask(status, "CapPrm"),
                    mask(status, "CapInh"),
                    mask(status, "CapBnd"),
                    mask(status, "CapAmb"));
        }

        private boolean haveAny(long of) {
            return ((effective | permitted | inheritable | bounding | ambient) & of) != 0;
        }
    }

    /** What is missing, each a sentence; empty if the machine is as hard as it can be. */
    public List<String> missing() {
        List<String> missing = new ArrayList<>();
        if (procOptions.stream()
                .noneMatch(option -> option.equals("hidepid=invisible") || option.equals("hidepid=2"))) {
            missing.add("/proc shows other users' processes (hidepid is not invisible)");
        }
        fly.filter(owned -> owned.uid() != 0 || (owned.mode() & FOR_OTHERS) != 0)
                .ifPresent(_ -> missing.add("/.fly can be entered by others than root"));
        if (server.uid() == 0) {
            missing.add("the server runs as root");
        }
        for (Credentials process : processes()) {
            if (process.visible() && process.sets().haveAny(FORBIDDEN)) {
                missing.add("process %d could get CAP_SYS_ADMIN or CAP_SETPCAP".formatted(process.pid()));
            }
        }
        return missing;
    }

    private List<Credentials> processes() {
        List<Credentials> all = new ArrayList<>(List.of(server));
        all.addAll(above);
        return all;
    }

    /** Measures this machine. */
    public static Hardening measure() throws IOException {
        return measure(Path.of("/"));
    }

    /** Measures what is below another root than {@code /}. */
    static Hardening measure(Path root) throws IOException {
        Map<String, String> self = status(root.resolve("proc/self/status"));
        List<Credentials> above = new ArrayList<>();
        int parent = number(self, "PPid");
        while (parent > 0 && above.size() < MOST_ABOVE) {
            Optional<Map<String, String>> status = visible(root.resolve("proc/" + parent + "/status"));
            above.add(status.isPresent() ? process(status.get()) : Credentials.hidden(parent));
            parent = status.isPresent() ? number(status.get(), "PPid") : 0;
        }
        return new Hardening(procOptions(root), owned(root.resolve(".fly")), process(self), above);
    }

    /** Hidden from us, not for us to read, or gone in between: each way it cannot be judged. */
    private static Optional<Map<String, String>> visible(Path status) {
        try {
            return Optional.of(status(status));
        } catch (IOException hidden) {
            return Optional.empty();
        }
    }

    /** The lines of a status file; their names never hold a colon. */
    private static Map<String, String> status(Path file) throws IOException {
        return fields(Files.readAllLines(file));
    }

    private static Map<String, String> fields(List<String> status) {
        Map<String, String> fields = new TreeMap<>();
        for (String line : status) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        }
        return fields;
    }

    private static Credentials process(Map<String, String> status) {
        return new Credentials(
                number(status, "Pid"),
                /* visible= */ true,
                status.getOrDefault("Name", ""),
                number(status, "Uid"),
                CapabilitySets.of(status),
                number(status, "NoNewPrivs") == 1);
    }

    /** The first number of a line: of the four ids of {@code Uid}, the real one. */
    private static int number(Map<String, String> status, String name) {
        return Integer.parseInt(status.getOrDefault(name, "0").split("\\s+", 2)[0]);
    }

    private static long mask(Map<String, String> status, String name) {
        return Long.parseUnsignedLong(status.getOrDefault(name, "0"), 16);
    }

    private static List<String> procOptions(Path root) throws IOException {
        return MountTable.below(root)
                .at(Path.of("/proc"))
                .map(MountTable.Mount::options)
                .orElseGet(List::of);
    }

    private static Optional<Owned> owned(Path folder) throws IOException {
        try {
            return Optional.of(new Owned(attribute(folder, "unix:uid"), attribute(folder, "unix:mode") & MODE_BITS));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    private static int attribute(Path folder, String name) throws IOException {
        return (Integer) Objects.requireNonNull(Files.getAttribute(folder, name, LinkOption.NOFOLLOW_LINKS), name);
    }
}
