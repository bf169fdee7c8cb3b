package dev.mausbot.home.vm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A process of the machine, as its kernel tells root of it (proc(5)).
 *
 * @param status the lines of {@code /proc/PID/status}
 * @param command its arguments, spaces between them
 */
record GuestProcess(Map<String, String> status, String command) {
    private static final String HEAD = "Name:";

    /** A script that prints {@code status} and {@code Command:} of every process. */
    static final String LISTING = """
            for each in /proc/[0-9]*; do
              cat "$each/status" 2>/dev/null || continue
              printf 'Command: %s\\n' "$(tr '\\0' ' ' <"$each/cmdline")"
            done
            """;

    /** Those that came out of the entry point, and it itself; not the platform's own, nor the kernel's. */
    static List<GuestProcess> ofEntry(Vm vm) throws Exception {
        List<GuestProcess> all = read(vm.asRoot(LISTING));
        GuestProcess entry = all.stream()
                .filter(process -> process.command().startsWith("tini "))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the entry point's tini does not run: " + all));
        List<GuestProcess> tree = new ArrayList<>(List.of(entry));
        for (int known = 0; known < tree.size(); known++) {
            String parent = tree.get(known).value("Pid");
            all.stream().filter(each -> each.value("PPid").equals(parent)).forEach(tree::add);
        }
        return tree;
    }

    private static List<GuestProcess> read(String listing) {
        List<GuestProcess> found = new ArrayList<>();
        Map<String, String> status = new TreeMap<>();
        for (String line : listing.split("\n", -1)) {
            if (line.startsWith(HEAD)) {
                status = new TreeMap<>();
            }
            String[] parts = line.split(":\\s*", 2);
            if (line.startsWith("Command:")) {
                found.add(new GuestProcess(status, parts[1].strip()));
            } else if (parts.length == 2) {
                status.put(parts[0], parts[1].strip());
            }
        }
        return found;
    }

    String value(String name) {
        return status.getOrDefault(name, "");
    }

    boolean isZombie() {
        return value("State").startsWith("Z");
    }

    /** One of the sets of capabilities, as bits (capabilities(7)). */
    long capabilities(String set) {
        return Long.parseUnsignedLong(value(set), 16);
    }

    /** Real, effective, saved, and for files. */
    List<String> uids() {
        return Stream.of(value("Uid").split("\\s+", -1)).distinct().toList();
    }
}
