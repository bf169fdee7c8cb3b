package dev.mausbot.home.supervisor;

import dev.mausbot.home.boot.Opened;
import dev.mausbot.home.boot.Program;
import dev.mausbot.home.boot.Unprivileged;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The command {@code supervise}: stays as root, without the powers that hardened the machine, and keeps the server running
 * as an ordinary user. It starts nothing before it has seen that those powers are gone and that the machine is hardened.
 */
public final class Supervisor {
    private static final int REFUSED = 1;

    private Supervisor() {}

    /**
     * Supervises until it is told to stop (TERM, INT, HUP), and has the server drain then.
     *
     * @param environment our own, which holds the settings and secrets of the server
     * @param engineSetting which variables engines look for
     * @param log where it is told what happens
     * @param errors where it is told why nothing is started
     * @return the exit code, if nothing was started; else the process ends with that of the drain: 0 if it was clean
     */
    public static int run(
            Map<String, String> environment, Predicate<String> engineSetting, PrintStream log, PrintStream errors)
            throws IOException, InterruptedException {
        // The JDK logs each start of a process, at a level that nobody asks for. In a native executable that would set
        // up
        // the framework's logging, with its handlers and the machine's name, in a process that is to stay small.
        Logger starts = Logger.getLogger(ProcessBuilder.class.getName());
        starts.setLevel(Level.OFF);
        return switch (Premises.read(environment)) {
            case Opened.Refused<Premises>(String reason) -> refused(reason, errors);
            case Opened.Ready<Premises>(Premises premises) -> {
                Optional<String> fault = faultOfMachine(premises);
                yield fault.isPresent()
                        ? refused(fault.get(), errors)
                        : supervise(premises, environment, engineSetting, log);
            }
        };
    }

    private static Optional<String> faultOfMachine(Premises premises) throws IOException {
        Optional<String> powers = Privileges.own().faultOfSupervisor();
        if (powers.isPresent()) {
            return powers;
        }
        if (!ProcMount.remountIsForbidden()) {
            return Optional.of("the kernel did not refuse to remount /proc for want of permission, so powers are left"
                    + " that should be gone: start it as the image's entry does");
        }
        boolean hardened = ProcMount.isHidden() && OwnFolders.isFlyClosed();
        return hardened || !premises.contract().harden()
                ? Optional.empty()
                : Optional.of("the machine is not hardened: run harden first, as the image's entry does");
    }

    private static int supervise(
            Premises premises, Map<String, String> environment, Predicate<String> engineSetting, PrintStream log)
            throws IOException, InterruptedException {
        ServerEnvironment divided = ServerEnvironment.of(
                        environment, premises.user(), premises.contract().home(), engineSetting)
                .from(Privileges.told());
        if (!divided.leftOut().isEmpty()) {
            say(log, "the server does not get " + String.join(", ", divided.leftOut()));
        }
        Program program = Program.current();
        Servers servers = ServerProcess.servers(
                Unprivileged.command(premises.user(), program.serverCommand()),
                program.folder(),
                divided,
                line -> say(log, line));
        Supervision supervision = new Supervision(servers, Clock.system(), line -> say(log, line));
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("drain").unstarted(() -> end(supervision)));
        return supervision.run();
    }

    /** The virtual machine would end with the number of the signal; whoever asked us to stop wants to know how it went. */
    private static void end(Supervision supervision) {
        try {
            Runtime.getRuntime().halt(supervision.stop());
        } catch (InterruptedException nobodyDoesThat) {
            Thread.currentThread().interrupt();
        }
    }

    private static void say(PrintStream log, String line) {
        log.println("cloud home: supervise: " + line);
    }

    private static int refused(String reason, PrintStream errors) {
        errors.println("cloud home: supervise: " + reason);
        return REFUSED;
    }
}
