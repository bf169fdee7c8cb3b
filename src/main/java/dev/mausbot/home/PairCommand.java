package dev.mausbot.home;

import dev.mausbot.home.auth.pairing.PairingLink;
import dev.mausbot.home.boot.DataFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code pair}: another one-time link to sign in with, from the server that runs on this machine. */
@Command(
        name = "pair",
        customSynopsis = "cloud-home pair [--json]%n",
        description = {
            "Makes a link that signs one browser in, once and within five minutes. Run it as the user whose server it is,"
                    + " or as root, with the server's OMB_DATA_DIR if that is set.%n"
        },
        optionListHeading = "Options:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:there is a link", "1:no server answers here", "2:the options make no sense"})
final class PairCommand implements Callable<Integer> {
    private static final int NO_SERVER = 1;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "this text")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Option(names = "--json", description = "link, code and expiresAt as one line of JSON")
    private boolean json;

    private final Map<String, String> environment;

    @SuppressWarnings("NullAway.Init") // picocli sets the options
    private PairCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Runs it; the exit code. */
    static int run(List<String> arguments, Map<String, String> environment) {
        return new CommandLine(new PairCommand(environment)).execute(arguments.toArray(String[]::new));
    }

    @Override
    public Integer call() {
        Optional<Path> folder = DataFolder.named(environment);
        if (folder.isEmpty()) {
            return failed("neither OMB_DATA_DIR nor HOME names the data folder: set OMB_DATA_DIR to the server's");
        }
        try {
            return PairingLink.ask(folder.get()).map(this::show).orElseGet(() -> failed("the server gave no link"));
        } catch (IOException nobody) {
            return failed("no server of this user answers in " + folder.get() + " (" + nobody.getMessage()
                    + "): start it, or name its data folder with OMB_DATA_DIR");
        }
    }

    private int show(PairingLink link) {
        // An origin, a code and a time hold nothing that JSON would have to escape.
        spec.commandLine()
                .getOut()
                .println(
                        json
                                ? "{\"link\":\"%s\",\"code\":\"%s\",\"expiresAt\":\"%s\"}"
                                        .formatted(link.address(), link.code(), link.expiresAt())
                                : "open within %d minutes, once: %s"
                                        .formatted(
                                                Duration.between(Instant.now(), link.expiresAt())
                                                        .plusSeconds(30)
                                                        .toMinutes(),
                                                link.address()));
        spec.commandLine().getOut().flush();
        return 0;
    }

    private int failed(String why) {
        spec.commandLine().getErr().println("pair: " + why);
        spec.commandLine().getErr().flush();
        return NO_SERVER;
    }
}
