package dev.mausbot.home.boot;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a command again as an ordinary user. No box runs as uid 0, so what starts boxes does not either: started by root,
 * it becomes this user first, without a capability that could come back ({@code setpriv(1)}).
 */
public final class Unprivileged {
    /** Who that is unless somebody says otherwise. */
    public static final String DEFAULT_USER = "maus";

    private Unprivileged() {}

    /**
     * Runs a command as the user and waits for its end; the streams are ours.
     *
     * @return what became of it, or why it could not be run
     */
    public static Opened<Integer> run(List<String> command, String userName) throws IOException {
        if (!Account.isName(userName)) {
            return new Opened.Refused<>("\"" + userName + "\" is no user's name: name an ordinary user with --run-as");
        }
        Optional<Account> user = Account.find(userName);
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

    /**
     * The command line that runs a command as the user: none of our capabilities, none that a program file could give
     * back. Should the thread that starts it end, it is told to end as well.
     *
     * <p>Who lacks CAP_SETPCAP cannot take from the bounding set, and {@code setpriv} does not say so: then the command
     * keeps ours, which the rest makes useless.
     */
    public static List<String> command(Account user, List<String> command) {
        List<String> whole = new ArrayList<>(List.of(
                "/usr/bin/setpriv",
                "--reuid=" + user.uid(),
                "--regid=" + user.gid(),
                "--init-groups",
                "--inh-caps=-all",
                "--ambient-caps=-all",
                "--bounding-set=-all",
                "--no-new-privs",
                "--pdeathsig=TERM",
                "--"));
        whole.addAll(command);
        return List.copyOf(whole);
    }

    private static int run(List<String> command, Account user) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command(user, command)).inheritIO();
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

    private static Optional<Account> create(String name) throws IOException {
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
        return useradd.onExit().join().exitValue() == 0 ? Account.find(name) : Optional.empty();
    }
}
