package dev.mausbot.home;

import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.boot.Opened;
import dev.mausbot.home.boot.Program;
import dev.mausbot.home.boot.Unprivileged;
import dev.mausbot.home.inside.Bridge;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

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
              bridge     inside a box only: bridges its ports to its gates
              help       this text
            """;

    private Main() {}

    public static void main(String... arguments) throws Exception {
        String command = arguments.length == 0 ? "serve" : arguments[0];
        List<String> rest = Arrays.asList(arguments).subList(Math.min(1, arguments.length), arguments.length);
        System.exit(run(command, rest));
    }

    private static int run(String command, List<String> rest) throws Exception {
        return switch (command) {
            case "bridge" -> Bridge.run(rest.toArray(String[]::new), System.out, System.err);
            case "serve" -> unprivileged(command, rest, () -> Serve.run(System.getenv()));
            case "box" -> unprivileged(command, rest, () -> BoxCommand.run(rest, System.getenv()));
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

    /** What starts boxes never does so as root: then it is started again as an ordinary user. */
    private static int unprivileged(String command, List<String> rest, Callable<Integer> body) throws Exception {
        if (HostFacts.current().uid() != 0) {
            return body.call();
        }
        String user = System.getenv().getOrDefault("OMB_RUN_AS", Unprivileged.DEFAULT_USER);
        List<String> again = new ArrayList<>(Program.current().whole(command));
        again.addAll(rest);
        return switch (Unprivileged.run(again, user)) {
            case Opened.Ready<Integer>(Integer exitCode) -> exitCode;
            case Opened.Refused<Integer>(String reason) -> {
                System.err.println("cloud-home: " + reason);
                yield MISUSED;
            }
        };
    }
}
