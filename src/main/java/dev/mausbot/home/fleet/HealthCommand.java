package dev.mausbot.home.fleet;

import dev.mausbot.home.auth.signed.SigningKey;
import dev.mausbot.home.boot.Secret;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
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

/** The command {@code health}: fetches a machine's signed report, verifies it and shows it. */
@Command(
        name = "health",
        customSynopsis = "cloud-home health URL [--secret-file FILE] [--name HOST] [--json]%n",
        description = {
            "Asks a machine of a fleet for its health report, with a signed request, and verifies that the answer is"
                    + " signed by that machine, fresh, and the answer to this very request.%n",
            "The secret that it shares with the machine is read from FILE, or from OMB_CLOUD_BOOTSTRAP_SECRET; it is"
                    + " never an argument, which everybody on this machine could read.%n",
        },
        parameterListHeading = "%n",
        optionListHeading = "Options:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the report is genuine and the machine is healthy",
            "1:the report is genuine and something is wrong",
            "2:nothing is known: no answer, or one that cannot be verified; or the options make no sense"
        })
public final class HealthCommand implements Callable<Integer> {
    private static final int HEALTHY = 0;
    private static final int UNHEALTHY = 1;
    private static final int UNKNOWN = 2;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "this text")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Parameters(paramLabel = "URL", description = "the machine's address: https, or http on loopback")
    private URI url;

    @Option(names = "--secret-file", paramLabel = "FILE", description = "a file with the machine's secret in it")
    private @Nullable Path secretFile;

    @Option(
            names = "--name",
            paramLabel = "HOST",
            description = "the name that the machine goes by, where the URL is another way to it")
    private @Nullable String name;

    @Option(names = "--json", description = "the report itself instead of a table")
    private boolean json;

    private final Map<String, String> environment;
    private final InstantSource clock;

    @SuppressWarnings("NullAway.Init") // picocli sets the options
    private HealthCommand(Map<String, String> environment, InstantSource clock) {
        this.environment = environment;
        this.clock = clock;
    }

    /** Runs it; the exit code. */
    public static int run(List<String> arguments, Map<String, String> environment) {
        // The HTTP client lets nobody name the host but who asks for that before it is loaded.
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host");
        return run(
                arguments,
                environment,
                InstantSource.system(),
                new PrintWriter(System.out, /* autoFlush= */ true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, /* autoFlush= */ true, StandardCharsets.UTF_8));
    }

    static int run(
            List<String> arguments,
            Map<String, String> environment,
            InstantSource clock,
            PrintWriter out,
            PrintWriter err) {
        return new CommandLine(new HealthCommand(environment, clock))
                .setOut(out)
                .setErr(err)
                .setExecutionExceptionHandler((failure, command, _) -> {
                    command.getErr().println("health: " + failure);
                    return UNKNOWN;
                })
                .execute(arguments.toArray(String[]::new));
    }

    @Override
    public Integer call() throws IOException {
        return switch (SharedSecret.read(secretFile, environment)) {
            case SharedSecret.Unusable(String why) -> unknown(why);
            case SharedSecret.Found(Secret secret) -> ask(new SigningKey(secret));
        };
    }

    private int ask(SigningKey key) throws IOException {
        return switch (new MachineClient(key, clock).ask(url, Optional.ofNullable(name))) {
            case MachineClient.Unknown(String why) -> unknown(why);
            case MachineClient.Genuine(String body) -> {
                Report report = Report.read(body);
                PrintWriter out = spec.commandLine().getOut();
                out.print(json ? report.json() : report.table());
                out.flush();
                yield report.healthy() ? HEALTHY : UNHEALTHY;
            }
        };
    }

    private int unknown(String why) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("health: " + why);
        err.flush();
        return UNKNOWN;
    }
}
