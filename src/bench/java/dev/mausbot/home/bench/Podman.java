package dev.mausbot.home.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code podman run} on the host's own files under an overlay, so that no image has to be fetched. */
record Podman(Path program) {
    private static final List<String> RUN = List.of(
            // Limits of its own, because it may not raise the ones it has here.
            "--runtime",
            "runc",
            "run",
            "--rm",
            "--network",
            "none",
            "--ulimit",
            "nofile=1024:1024",
            "--ulimit",
            "nproc=1024:1024",
            "--rootfs",
            "/:O");

    /** The one of this machine, if it can start a container as this user. */
    static Optional<Podman> find() throws IOException, InterruptedException {
        Optional<Podman> found = Commands.find("podman").map(Podman::new);
        if (found.isEmpty()) {
            System.out.println("SKIPPED: podman is not installed.");
            return found;
        }
        if (!mayStart()) {
            System.out.println("SKIPPED: podman; it needs root here, or rows for this user in /etc/subuid.");
            return Optional.empty();
        }
        try {
            found.get().run("/bin/true");
            return found;
        } catch (IOException broken) {
            System.out.println("SKIPPED: podman starts no container here: " + broken.getMessage());
            return Optional.empty();
        }
    }

    /** Tried without these, it would leave a process of its own behind. */
    private static boolean mayStart() throws IOException {
        String user = System.getProperty("user.name");
        Path ranges = Path.of("/etc/subuid");
        return user.equals("root")
                || (Files.exists(ranges)
                        && Files.readAllLines(ranges).stream().anyMatch(line -> line.startsWith(user + ":")));
    }

    void run(String command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(program.toString()));
        words.addAll(RUN);
        words.add(command);
        Commands.run(new ProcessBuilder(words));
    }
}
