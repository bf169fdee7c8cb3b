package dev.mausbot.home.inside;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** What is tried on the kernel itself. */
final class KernelAttempts {
    private static final int LONGEST_OUTPUT = 64 * 1024;
    private static final int FILTER = 2; // SECCOMP_MODE_FILTER, proc(5)

    private KernelAttempts() {}

    static Map<String, Attempt> all() {
        return Map.of(
                "filtered", arguments -> filtered(status(), Integer.parseInt(arguments.getFirst())),
                "calls-answer", arguments -> callsAnswer(Path.of(arguments.get(0)), Path.of(arguments.get(1))));
    }

    /** Some calls are refused without a filter too, so one must be there, and be more than what the server runs under. */
    static Seen filtered(String status, int outside) {
        int mode = field(status, "Seccomp:", 0);
        // Kernels before 5.9 do not count.
        int filters = field(status, "Seccomp_filters:", outside + 1);
        String seen = "Seccomp: " + mode + ", filters: " + filters + ", outside: " + outside;
        return new Seen(mode == FILTER && filters > outside, seen);
    }

    private static String status() throws IOException {
        return Files.readString(Path.of("/proc/self/status"));
    }

    private static int field(String status, String name, int missing) {
        return status.lines()
                .filter(line -> line.startsWith(name))
                .map(line -> Integer.valueOf(line.substring(name.length()).strip()))
                .findFirst()
                .orElse(missing);
    }

    /** Where the host's file may not be run (its folder is mounted noexec), a copy in the box's own folder is. */
    private static Process start(Path program) throws IOException {
        try {
            return new ProcessBuilder(program.toString())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException notHere) {
            Path copy = Files.createTempFile("probe", ".calls");
            Files.copy(program, copy, StandardCopyOption.REPLACE_EXISTING);
            Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("r-x------"));
            return new ProcessBuilder(copy.toString()).redirectErrorStream(true).start();
        }
    }

    /** A program that makes the calls prints what it must, line by line. */
    private static Seen callsAnswer(Path program, Path answers) throws IOException {
        Process process = start(program);
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readNBytes(LONGEST_OUTPUT), StandardCharsets.US_ASCII);
        List<String> wanted = Files.readAllLines(answers);
        List<String> got = printed.lines().toList();
        for (int at = 0; at < wanted.size(); at++) {
            if (at >= got.size()) {
                return Seen.broken("it ended before it tried " + wanted.get(at));
            }
            if (!got.get(at).equals(wanted.get(at))) {
                return Seen.broken("got " + got.get(at) + " instead of " + wanted.get(at));
            }
        }
        return Seen.holds(wanted.size() + " calls answer as they must");
    }
}
