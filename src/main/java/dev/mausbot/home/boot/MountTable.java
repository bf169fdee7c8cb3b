package dev.mausbot.home.boot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What is mounted where in our namespace ({@code /proc/self/mountinfo}, proc(5)). */
public final class MountTable {
    private static final Path SELF = Path.of("proc/self/mountinfo");

    /** Since Linux 5.8 it has a name, and before it was a number; ProtectProc= and the like make this of it. */
    private static final Set<String> INVISIBLE = Set.of("hidepid=invisible", "hidepid=2");

    private static final Pattern ESCAPE = Pattern.compile("\\\\([0-7]{3})");

    private final List<Mount> mounts;

    private MountTable(List<Mount> mounts) {
        this.mounts = List.copyOf(mounts);
    }

    /**
     * One mount.
     *
     * @param point where
     * @param type the type of its file system
     * @param here the options of this mount alone
     * @param shared the file system's own options, the same wherever this instance is mounted
     */
    public record Mount(Path point, String type, List<String> here, List<String> shared) {
        public Mount {
            here = List.copyOf(here);
            shared = List.copyOf(shared);
        }

        /** All of its options, each once. */
        public List<String> options() {
            return Stream.concat(here.stream(), shared.stream()).distinct().toList();
        }

        /** Whether a {@code /proc} shows nobody another user's processes (proc(5), hidepid). */
        public boolean hidesProcesses() {
            return type.equals("proc") && shared.stream().anyMatch(INVISIBLE::contains);
        }
    }

    public static MountTable current() throws IOException {
        return below(Path.of("/"));
    }

    /** The one that is told below another root than {@code /}. */
    public static MountTable below(Path root) throws IOException {
        return parse(Files.readAllLines(root.resolve(SELF), StandardCharsets.UTF_8));
    }

    /** Reads lines such as {@code 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue}. */
    static MountTable parse(List<String> lines) throws IOException {
        List<Mount> mounts = new ArrayList<>();
        for (String line : lines) {
            List<String> fields = List.of(line.split(" ", -1));
            // There are optional fields before the dash, any number of them.
            int dash = fields.indexOf("-");
            if (dash < 6 || fields.size() < dash + 4) {
                throw new IOException("a line of " + SELF + " cannot be read");
            }
            mounts.add(new Mount(
                    Path.of(unescaped(fields.get(4))),
                    fields.get(dash + 1),
                    List.of(fields.get(5).split(",")),
                    List.of(fields.get(dash + 3).split(","))));
        }
        return new MountTable(mounts);
    }

    /** All of them, in the order in which they were made. */
    public List<Mount> mounts() {
        return mounts;
    }

    /** The mount whose point is exactly there; of several the topmost. */
    public Optional<Mount> at(Path point) {
        return mounts.stream().filter(mount -> mount.point().equals(point)).reduce((_, upper) -> upper);
    }

    private static String unescaped(String field) {
        return ESCAPE.matcher(field)
                .replaceAll(found -> Matcher.quoteReplacement(Character.toString(Integer.parseInt(found.group(1), 8))));
    }
}
