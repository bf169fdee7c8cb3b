package dev.mausbot.home.engine;

import static org.awaitility.Awaitility.await;

import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;

/** What tests of real clients without a box share. */
public final class RealClients {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private RealClients() {}

    /**
     * A PATH on which the client is called as the engine looks for it; ends the test as skipped where there is none.
     *
     * @param variable names the program, if it is not on the tests' own PATH
     */
    public static String pathOf(String program, String variable, String npmPackage, Path folder) throws IOException {
        String named = System.getenv().getOrDefault(variable, "");
        if (!named.isBlank()) {
            Path bin = Files.createDirectory(folder.resolve("bin"));
            Files.createSymbolicLink(bin.resolve(program), Path.of(named));
            return bin.toString();
        }
        String path = System.getenv().getOrDefault("PATH", "");
        if (InstalledProgram.find(path, program).isEmpty()) {
            String skipped =
                    "SKIPPED: no " + program + " here, so no turn of the real client was tried (npm install -g "
                            + npmPackage + ", or name the program in " + variable + ")";
            System.out.println(skipped);
            Assumptions.abort(skipped);
        }
        return path;
    }

    /** What an unboxed client has of a box's environment. */
    static Map<String, String> environment(Path folder) {
        return Map.of(
                "HOME", folder.toString(),
                "PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"),
                "TMPDIR", folder.toString(),
                "LANG", "C.UTF-8",
                "NO_PROXY", "127.0.0.1,localhost,::1");
    }

    /** Puts the provider in the broker's place. */
    static UnaryOperator<String> brokeredBy(StubProvider provider) {
        return text -> text.replace(BrokerAddress.of(""), provider.url() + "/b/-/")
                .replace("${broker-token:mcp-docs}", "token-of-docs")
                .replace("${broker-url:mcp-docs}", provider.url() + "/b/token-of-docs/mcp-docs");
    }

    static void awaitFinished(RunningPlan run) {
        await().atMost(PATIENCE).until(() -> !only(run.events(), Finished.class).isEmpty());
    }

    static String said(List<TurnEvent> events) {
        return only(events, Text.class).stream().map(Text::text).collect(Collectors.joining());
    }

    static <T> List<T> only(List<TurnEvent> events, Class<T> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    static <T> Optional<T> first(List<TurnEvent> events, Class<T> kind) {
        return only(events, kind).stream().findFirst();
    }
}
