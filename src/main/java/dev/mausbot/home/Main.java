package dev.mausbot.home;

import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.boot.Opened;
import dev.mausbot.home.boot.Program;
import dev.mausbot.home.boot.Unprivileged;
import dev.mausbot.home.box.BoxEnvironment;
import dev.mausbot.home.doctor.DoctorCommand;
import dev.mausbot.home.fleet.HealthCommand;
import dev.mausbot.home.inside.Ask;
import dev.mausbot.home.inside.Bridge;
import dev.mausbot.home.inside.Hook;
import dev.mausbot.home.inside.Probe;
import dev.mausbot.home.supervisor.Hardening;
import dev.mausbot.home.supervisor.Supervisor;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.Arrays;
import java.util.List;

/**
 * The one program. It looks at the first argument only, so that the small commands load nothing but their own room: each
 * is named in a branch of its own, and a branch that is not taken loads no class.
 */
@QuarkusMain
public final class Main {
    private static final int MISUSED = 2;

    private static final String USAGE = """
            usage: cloud-home COMMAND [ARGUMENTS]

              serve      the server (without a command, too)
              box        runs a command in a box: cloud-home box --help
              pair       makes a one-time link to sign in with: cloud-home pair [--json]
              harden     as root, before supervise: checks and hardens the machine
              supervise  as root, without CAP_SYS_ADMIN and CAP_SETPCAP: starts the server as an ordinary user and keeps
                         it running; its environment is the server's settings
              doctor     can this host run a box? What was found, and the command that mends it
              health     fetches and verifies the signed report of a fleet's machine: cloud-home health --help
              box-check  attacks a box from inside and tells what held: cloud-home box-check --help
              bridge     inside a box only: bridges its ports to its gates
              probe      inside a box only: what box-check attacks with
              ask        inside a box only: an MCP server through which an engine asks the owner
              hook       inside a box only: tells the home of an engine's tool call
              help       this text

            Started by root, serve, box, box-check, doctor and pair become an ordinary user first: maus, or the one that
            --run-as USER (the first words after the command) or OMB_RUN_AS names.
            """;

    private Main() {}

    public static void main(String... arguments) throws Exception {
        String command = arguments.length == 0 ? "serve" : arguments[0];
        List<String> rest = Arrays.asList(arguments).subList(Math.min(1, arguments.length), arguments.length);
        System.exit(run(command, rest));
    }

    private static int run(String command, List<String> rest) throws Exception {
        return switch (command) {
            case "probe" -> Probe.run(System.in, System.out, System.err);
            case "ask" -> Ask.run(System.getenv(), System.in, System.out, System.err);
            case "hook" -> Hook.run(rest.toArray(String[]::new), System.getenv(), System.in, System.err);
            case "bridge" -> Bridge.run(rest.toArray(String[]::new), System.out, System.err);
            case "harden" -> Hardening.run(System.getenv(), System.out, System.err);
            case "supervise" -> Supervisor.run(System.getenv(), BoxEnvironment::mayPass, System.out, System.err);
            case "serve" -> unprivileged(rest, _ -> Serve.run(System.getenv()));
            case "box" -> unprivileged(rest, words -> BoxCommand.run(words, System.getenv()));
            case "doctor" -> unprivileged(rest, words -> DoctorCommand.run(words, System.getenv(), Core.bridging()));
            case "health" -> HealthCommand.run(rest, System.getenv());
            case "box-check" -> unprivileged(rest, words -> BoxCheckCommand.run(words, System.getenv()));
            case "pair" -> unprivileged(rest, words -> PairCommand.run(words, System.getenv()));
            case "help", "-h", "--help" -> {
                System.out.print(USAGE);
                yield 0;
            }
            default -> {
                System.err.print("cloud-home: there is no command \"" + command + "\"\n\n" + USAGE);
                yield MISUSED;
            }
        };
    }

    /** A command whose words may begin with who is to run it. */
    @FunctionalInterface
    private interface Body {
        int run(List<String> words) throws Exception;
    }

    /** What starts boxes, or talks to who does, never does so as root: it is started again as an ordinary user. */
    private static int unprivileged(List<String> words, Body body) throws Exception {
        boolean named = words.size() >= 2 && words.getFirst().equals("--run-as");
        if (HostFacts.current().uid() != 0) {
            // The framework's logging is on the class path, and complains on standard error if it is not asked for.
            System.setProperty("java.util.logging.manager", "org.jboss.logmanager.LogManager");
            return body.run(named ? words.subList(2, words.size()) : words);
        }
        String user = named ? words.get(1) : System.getenv().getOrDefault("OMB_RUN_AS", Unprivileged.DEFAULT_USER);
        return switch (Unprivileged.run(Program.again(), user)) {
            case Opened.Ready<Integer>(Integer exitCode) -> exitCode;
            case Opened.Refused<Integer>(String reason) -> {
                System.err.println("cloud-home: " + reason);
                yield MISUSED;
            }
        };
    }
}
