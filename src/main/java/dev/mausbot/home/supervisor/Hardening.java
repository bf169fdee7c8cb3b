package dev.mausbot.home.supervisor;

import dev.mausbot.home.boot.Account;
import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.Opened;
import dev.mausbot.home.boot.Program;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The command {@code harden}: run by root once at boot, before anything of ours stays. It checks the settings and that
 * nobody but root can change what runs, gives the server's user its folders, hides root's processes and closes Fly's own
 * socket. The first step that fails ends it with one line, and the machine must not serve.
 */
public final class Hardening {
    private static final int REFUSED = 1;

    /** What root runs, and what the server runs outside of a box; those of them that are installed. */
    private static final List<Path> TOOLS = List.of(
            Path.of("/bin/sh"),
            Path.of("/usr/bin/mount"),
            Path.of("/usr/bin/setpriv"),
            Path.of("/usr/bin/tini"),
            Path.of("/usr/bin/bwrap"),
            Path.of("/usr/bin/socat"),
            Path.of("/usr/local/bin/socat"),
            // Not code, but who is who and whom the resolver asks.
            Path.of("/etc/passwd"),
            Path.of("/etc/group"),
            Path.of("/etc/nsswitch.conf"));

    /** The image's own folder: what it starts by, and the program. */
    private static final Path IMAGE = Path.of("/app");

    private final BootContract contract;
    private final Account user;
    private final PrintStream log;
    private final CodeTrust trust;
    private final OwnFolders folders;

    private Hardening(Premises premises, PrintStream log) {
        this.contract = premises.contract();
        this.user = premises.user();
        this.log = log;
        this.trust = new CodeTrust(List.of(contract.home(), contract.dataFolder()));
        this.folders = new OwnFolders(trust, user);
    }

    /** One step; it may find that there is nothing to do. */
    @FunctionalInterface
    private interface Step {
        Outcome take() throws IOException;
    }

    /** Takes all steps; the exit code, 0 if the machine may serve. */
    public static int run(Map<String, String> environment, PrintStream log, PrintStream errors) throws IOException {
        return switch (Premises.read(environment)) {
            case Opened.Refused<Premises>(String reason) -> refused(reason, errors);
            case Opened.Ready<Premises>(Premises premises) -> new Hardening(premises, log).run(errors);
        };
    }

    private int run(PrintStream errors) throws IOException {
        for (Step step : steps()) {
            Outcome outcome;
            try {
                outcome = step.take();
            } catch (IOException failed) {
                outcome = new Outcome.Refused("a step of hardening broke off: " + failed);
            }
            switch (outcome) {
                case Outcome.Done(String said) -> log.println("cloud home: harden: " + said);
                case Outcome.Refused(String reason) -> {
                    return refused(reason, errors);
                }
            }
        }
        return 0;
    }

    private List<Step> steps() {
        Step runtime = () -> folders.makeRuntimeFolder(contract.runtimeFolder());
        Step volumes = () -> folders.handOverVolumes(contract);
        return contract.harden()
                ? List.of(this::checkCode, volumes, runtime, ProcMount::hide, OwnFolders::closeFly)
                : List.of(
                        this::checkCode,
                        volumes,
                        runtime,
                        () -> new Outcome.Done(
                                "OMB_CLOUD_HARDEN=0: /proc and /.fly are left as they are, and processes of "
                                        + user.name() + " outside of a box can see and use them"));
    }

    private Outcome checkCode() throws IOException {
        for (Path tool : TOOLS) {
            Optional<String> fault =
                    Files.exists(tool, LinkOption.NOFOLLOW_LINKS) ? trust.fault(tool) : Optional.empty();
            if (fault.isPresent()) {
                return new Outcome.Refused(fault.get());
            }
        }
        Set<Path> all = new LinkedHashSet<>(Program.current().code());
        if (Files.exists(IMAGE, LinkOption.NOFOLLOW_LINKS)) {
            all.add(IMAGE);
        }
        for (Path folder : all) {
            Optional<String> fault = trust.faultWithin(folder);
            if (fault.isPresent()) {
                return new Outcome.Refused(fault.get());
            }
        }
        return new Outcome.Done("nobody but root can change the program and its tools");
    }

    private static int refused(String reason, PrintStream errors) {
        errors.println("cloud home: harden: " + reason);
        return REFUSED;
    }
}
