package dev.mausbot.home.box;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A bubblewrap with a box's namespaces and no capabilities, over the host's own files, with or without the filter: what
 * the filter is tried in, apart from everything else that makes a box. Never runs as root: a test that is root becomes
 * {@code nobody}.
 */
final class PlainBwrap {
    private static final int TIMEOUT_SECONDS = 60;
    private static final Set<PosixFilePermission> FOR_EVERYONE = PosixFilePermissions.fromString("rwxr-xr-x");

    private static final List<String> AS_NOBODY =
            List.of("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups");

    private static final List<String> BOX = List.of(
            "--unshare-user",
            "--disable-userns",
            "--unshare-ipc",
            "--unshare-pid",
            "--unshare-uts",
            "--unshare-cgroup-try",
            "--unshare-net",
            "--cap-drop",
            "ALL",
            "--die-with-parent",
            "--new-session");

    private static final List<String> VIEW =
            List.of("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--chdir", "/tmp");

    /** Whether a run is under the filter. */
    enum Seccomp {
        FILTERED,
        CONTROL
    }

    /** How a run ended; output and errors in one. A command that a signal ended exits with 128 + its number. */
    record Ended(int exit, String output) {}

    private final Path folder;

    /** @param folder an empty folder that the command inside may read */
    PlainBwrap(Path folder, SeccompFilter filter) throws IOException {
        this.folder = folder;
        Files.setPosixFilePermissions(folder, FOR_EVERYONE);
        install("filter", filter.program());
    }

    /** Writes a file that the command inside may read and run; the path is the same there. */
    String install(String name, byte[] content) throws IOException {
        Path file = Files.write(folder.resolve(name), content);
        Files.setPosixFilePermissions(file, FOR_EVERYONE);
        return file.toString();
    }

    Ended run(Seccomp seccomp, List<String> command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>();
        if (Files.getAttribute(folder, "unix:uid").equals(0)) {
            all.addAll(AS_NOBODY);
        }
        // No descriptor above 2 passes through ProcessBuilder; the shell opens the filter.
        all.addAll(List.of("/bin/sh", "-c", "exec bwrap \"$@\" 3<\"$FILTER\"", "sh"));
        if (seccomp == Seccomp.FILTERED) {
            all.addAll(List.of("--seccomp", "3"));
        }
        all.addAll(BOX);
        all.addAll(VIEW);
        all.addAll(List.of("--ro-bind", folder.toString(), folder.toString()));
        all.addAll(command);

        Path output = folder.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("FILTER", folder.resolve("filter").toString());
        builder.environment().put("HOME", "/tmp");
        Process process = builder.start();
        process.getOutputStream().close();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("still running after " + TIMEOUT_SECONDS + " s: " + command);
        }
        return new Ended(process.exitValue(), Files.readString(output, UTF_8));
    }
}
