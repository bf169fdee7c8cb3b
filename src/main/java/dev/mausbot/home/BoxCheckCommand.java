package dev.mausbot.home;

import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.box.BoxDetection;
import dev.mausbot.home.gate.ask.Asks;
import dev.mausbot.home.launch.Surroundings;
import dev.mausbot.home.selfcheck.Mutation;
import dev.mausbot.home.selfcheck.SelfCheck;
import dev.mausbot.home.selfcheck.SelfCheckResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code box-check}: attacks a box from inside and tells what held. */
@Command(
        name = "box-check",
        customSynopsis = "cloud-home box-check [OPTIONS]%n",
        description = {
            "Starts a box as a bot's is started, attacks it from inside, and prints what held and what did not. Everything"
                    + " it is about is made for it and thrown away; nothing outside is called. The server does the same at"
                    + " its start and once a day.%n",
        },
        optionListHeading = "Options:%n",
        footerHeading = "%nWhat --mutate takes:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all checks passed",
            "1:some failed",
            "2:the options make no sense",
            "125:no box could be started",
        })
final class BoxCheckCommand implements Callable<Integer> {
    private static final int PASSED = 0;
    private static final int FAILED = 1;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "this text")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Option(
            names = "--mutate",
            paramLabel = "NAME",
            split = ",",
            description =
                    "takes protections from the checked box alone, to see that the checks for them fail; repeatable,"
                            + " or with commas")
    private List<String> mutations = new ArrayList<>();

    @Option(names = "--json", description = "one JSON object instead of a table")
    private boolean json;

    private final Map<String, String> environment;

    @SuppressWarnings("NullAway.Init") // picocli sets the options
    private BoxCheckCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Runs it; the exit code. */
    static int run(List<String> arguments, Map<String, String> environment) {
        CommandLine command = new CommandLine(new BoxCheckCommand(environment));
        command.getCommandSpec().usageMessage().footer(list().toArray(String[]::new));
        return command.execute(arguments.toArray(String[]::new));
    }

    private static List<String> list() {
        return Stream.of(Mutation.values())
                .map(one -> "  %-15s %s".formatted(one.word(), one.sentence()))
                .toList();
    }

    @Override
    public Integer call() throws IOException {
        Set<Mutation> chosen = mutations();
        return BoxGround.open(environment, this::notStarted, (contract, runtime) -> {
            try (runtime) {
                return call(contract, runtime.path().toRealPath(), chosen);
            }
        });
    }

    private Set<Mutation> mutations() {
        List<String> unknown = mutations.stream()
                .filter(word -> Mutation.named(word).isEmpty())
                .toList();
        if (!unknown.isEmpty()) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(),
                    "there is no mutation %s; there are:%n%s"
                            .formatted(String.join(", ", unknown), String.join(System.lineSeparator(), list())));
        }
        return mutations.stream()
                .flatMap(word -> Mutation.named(word).stream())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Mutation.class)));
    }

    private int call(BootContract contract, Path runtime, Set<Mutation> chosen) throws IOException {
        SelfCheck.Outcome outcome;
        try (Patience _ = Patience.during(
                        "box-check: attacking the box", spec.commandLine().getErr());
                Core core = Core.start(
                        contract, surroundings(contract, runtime), BoxSession.routes(), Asks.nobody(), _ -> {})) {
            if (core.detected() instanceof BoxDetection.Detected.Off off) {
                return notStarted(off.reason());
            }
            outcome = core.selfCheck().orElseThrow().run(chosen);
        }
        return switch (outcome) {
            case SelfCheck.Outcome.NotStarted(String reason, SelfCheckResult _) -> notStarted(reason);
            case SelfCheck.Outcome.Checked(SelfCheckResult result) -> {
                PrintWriter out = spec.commandLine().getOut();
                out.print(json ? CheckReport.json(result, chosen) : CheckReport.table(result, chosen));
                out.flush();
                yield result.passed() ? PASSED : FAILED;
            }
        };
    }

    private Surroundings surroundings(BootContract contract, Path runtime) {
        return Surroundings.here(
                contract.dataFolder(),
                runtime,
                contract.home(),
                contract.cloud().isPresent() ? Surroundings.HomeView.REAL : Surroundings.HomeView.PRIVATE,
                environment);
    }

    private int notStarted(String reason) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("box-check: no box could be started: " + reason);
        err.flush();
        return BoxCommand.NOT_STARTED;
    }
}
