package dev.mausbot.home.boot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Runs a command again as an ordinary user. No box runs as uid 0, so what starts boxes does not either: started by root,
 * it becomes this user first, without a capability that could come back ({@code setpriv(1)}).
 */
public final class Unprivileged {
    /** Who that is unless somebody says otherwise. */
    public static final String DEFAULT_USER = "maus";

    private static final Path USERS = Path.of("/etc/passwd");
    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_-]{0,31}");

    private Unprivileged() {}

    /** A user of this machine ({@code passwd(5)}). */
    private record User(String name, int uid, int gid, String home) {}

    /**
     * Runs a command as the user and waits for its end; the streams are ours.
     *
     * @return what became of it, or why it could not be run
     */
    public static Opened<Integer> run(List<String> command, String userName) throws IOException {
        if (!NAME.matcher(userName).matches()) {
            return new Opened.Refused<>("\"" + userName + "\" is no user's name: name an ordinary user with --run-as");
        }
        Optional<User> user = find(userName);
        if (user.isEmpty() && userName.equals(DEFAULT_USER)) {
            user = create(userName);
        }
        if (user.isEmpty()) {
            return new Opened.Refused<>("there is no user " + userName
                    + ", and nothing that starts boxes runs as root: create it, or name another one with --run-as");
        }
        if (user.get().uid() == 0) {
            return new Opened.Refused<>(
                    userName + " is root, and no box runs as root: name an ordinary user with --run-as");
        }
        return new Opened.Ready<>(run(command, user.get()));
    }

    private static int run(List<String> command, User user) throws IOException {
        List<String> whole = new ArrayList<>(List.of(
                "/usr/bin/setpriv",
                "--reuid=" + user.uid(),
                "--regid=" + user.gid(),
                "--init-groups",
                "--inh-caps=-all",
                "--bounding-set=-all",
                "--no-new-privs",
                // Should this process be killed, the other is not to go on alone.
                "--pdeathsig=TERM",
                "--"));
        whole.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(whole).inheritIO();
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("XDG_") || name.startsWith("SUDO_"));
        environment.putAll(Map.of("HOME", user.home(), "USER", user.name(), "LOGNAME", user.name()));
        return waitFor(builder.start());
    }

    /** TERM and INT to this process go on to the other. */
    private static int waitFor(Process process) {
        Thread stop = Thread.ofPlatform().unstarted(() -> {
            process.destroy();
            process.onExit().join();
        });
        Runtime.getRuntime().addShutdownHook(stop);
        return process.onExit().join().exitValue();
    }

    private static Optional<User> find(String name) throws IOException {
        return Files.readAllLines(USERS, StandardCharsets.UTF_8).stream()
                .map(line -> List.of(line.split(":", -1)))
                .filter(fields -> fields.size() == 7 && fields.getFirst().equals(name))
                .map(fields ->
                        new User(name, Integer.parseInt(fields.get(2)), Integer.parseInt(fields.get(3)), fields.get(5)))
                .findFirst();
    }

    private static Optional<User> create(String name) throws IOException {
        Process useradd = new ProcessBuilder(
                        "useradd",
                        "--system",
                        "--create-home",
                        "--home-dir",
                        "/var/lib/cloud-home",
                        "--shell",
                        "/usr/sbin/nologin",
                        name)
                .inheritIO()
                .start();
        return useradd.onExit().join().exitValue() == 0 ? find(name) : Optional.empty();
    }
}
