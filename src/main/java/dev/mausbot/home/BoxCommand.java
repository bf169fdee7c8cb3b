package dev.mausbot.home;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.audit.RefusalTally;
import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.RuntimeFolder;
import dev.mausbot.home.box.BoxDetection;
import dev.mausbot.home.box.BoxEnd;
import dev.mausbot.home.gate.ask.Asks;
import dev.mausbot.home.launch.BoxOrder;
import dev.mausbot.home.launch.GatedBoxes;
import dev.mausbot.home.launch.OpenBox;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code box}: any command in a box, gates and all. */
@Command(
        name = "box",
        customSynopsis = "cloud-home box [OPTIONS] -- CMD [ARGUMENTS]%n",
        description = {
            "Runs a command in a box, as a bot's turn runs: it sees the system read-only, a private HOME and /tmp, the"
                    + " folders that --rw names, and the internet through a gate that lets it reach public addresses"
                    + " only. Its exit code is passed on; what the gates refused is told at the end.%n",
            "Without --rw it starts in an empty folder that is thrown away; with it, in the current folder if that is"
                    + " in one of them, else in the first. On a terminal it has a terminal of its own.%n",
        },
        optionListHeading = "Options:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"N:the command's own", "2:the options make no sense", "125:no box could be started"})
final class BoxCommand implements Callable<Integer> {
    static final int NOT_STARTED = 125;
    private static final int REMEMBERED = 100;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "this text")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Option(
            names = "--net",
            paramLabel = "gated|shared|none",
            defaultValue = "GATED",
            description = "through gates (default), the host's own network, or none")
    private BoxOrder.Net net;

    @Option(names = "--rw", paramLabel = "DIR", description = "a folder that it may write, at its own path; repeatable")
    private List<Path> writable = new ArrayList<>();

    @Option(names = "--env", paramLabel = "NAME", description = "a variable to pass on; repeatable")
    private List<String> names = new ArrayList<>();

    @Option(names = "--home", description = "your real HOME, read-write, instead of a private one")
    private boolean realHome;

    @Option(names = "--shell", paramLabel = "TEXT", description = "a bash text to run instead of a command")
    private @Nullable String shell;

    @Parameters(paramLabel = "CMD", arity = "0..*", hidden = true)
    private List<String> command = new ArrayList<>();

    private final Map<String, String> environment;

    @SuppressWarnings("NullAway.Init") // picocli sets the options
    private BoxCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Runs it; the exit code. */
    static int run(List<String> arguments, Map<String, String> environment) {
        return new CommandLine(new BoxCommand(environment))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setStopAtPositional(true)
                .execute(arguments.toArray(String[]::new));
    }

    @Override
    public Integer call() throws IOException {
        return BoxGround.open(environment, this::notStarted, (contract, runtime) -> {
            try (Stopping stopping = Stopping.inOrder();
                    runtime) {
                return call(contract, runtime, stopping);
            }
        });
    }

    private int call(BootContract contract, RuntimeFolder runtime, Stopping stopping) throws IOException {
        List<String> words = words();
        RefusalTally tally = new RefusalTally(REMEMBERED);
        Audit audit = Audit.all(List.of(tally, this::sayWhatIsLeftOut));
        try (BoxSession session = new BoxSession(contract, runtime.path().toRealPath(), environment);
                Core core = Core.start(contract, session.surroundings(), BoxSession.routes(), Asks.nobody(), audit)) {
            if (core.detected() instanceof BoxDetection.Detected.Off off) {
                return notStarted("no box can be started here: " + off.reason());
            }
            BoxOrder order = session.order(words, net, writable, names, realHome);
            Optional<String> settings = order.terminal() ? Attended.terminalSettings() : Optional.empty();
            return switch (core.boxes().orElseThrow().open(order)) {
                case GatedBoxes.Opened.Refused(String reason) -> notStarted(reason);
                case GatedBoxes.Opened.Running(OpenBox box) -> {
                    stopping.ask(box.box());
                    yield tell(order.terminal() ? Attended.onTerminal(box, settings) : Attended.onPipes(box), tally);
                }
            };
        } catch (NoSuchFileException missing) {
            return notStarted(missing.getFile() + " does not exist: make it, or name another");
        }
    }

    private int tell(BoxEnd end, RefusalTally tally) {
        PrintWriter err = spec.commandLine().getErr();
        for (RefusalTally.Refusal refusal : tally.all()) {
            err.println(Refusals.sentence(refusal));
        }
        err.flush();
        // What bwrap said has been shown.
        return end.commandStarted() ? end.exitCode() : NOT_STARTED;
    }

    private List<String> words() {
        List<String> words = new ArrayList<>();
        if (shell != null) {
            words.addAll(List.of("/bin/bash", "-c", shell, "bash"));
        }
        words.addAll(command);
        if (words.isEmpty()) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "no command: name one after --, such as `box -- bash`");
        }
        return words;
    }

    private void sayWhatIsLeftOut(AuditEvent event) {
        if (event instanceof AuditEvent.BoxStarted started && !started.leftOut().isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("box: not passed on, because no box may have it: " + String.join(", ", started.leftOut()));
            spec.commandLine().getErr().flush();
        }
    }

    private int notStarted(String reason) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("box: " + reason);
        err.flush();
        return NOT_STARTED;
    }
}
