package dev.mausbot.home.launch;

import static dev.mausbot.home.launch.LaunchHouse.CALLER;
import static dev.mausbot.home.launch.LaunchHouse.plan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.gate.egress.DomainRules;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs without a box: nothing is around them, but they begin with as little and end as whole. */
class UnboxedRunsTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final LaunchPlan.Input OPEN = LaunchPlan.Input.KEPT_OPEN;

    @TempDir
    private Path folder;

    private Leftovers leftovers;
    private UnboxedRuns runs;

    @BeforeEach
    void openRuns() {
        leftovers = new Leftovers(folder);
        runs = new UnboxedRuns(new Surroundings(
                folder,
                folder,
                folder,
                Surroundings.HomeView.PRIVATE,
                List.of(),
                Map.of("LANG", "C.UTF-8", "OMB_DATA_DIR", "secret", "ANTHROPIC_API_KEY", "secret"),
                "person"));
    }

    @AfterEach
    void leavesNothing() throws IOException {
        leftovers.assertNone();
    }

    private BoxedRun start(LaunchPlan plan, Duration limit) {
        Launched launched = runs.start(new RunRequest(CALLER, plan, folder, DomainRules.allPublic(), limit));
        assertThat(launched).isInstanceOf(Launched.Running.class);
        return ((Launched.Running) launched).run();
    }

    private static BufferedReader lines(BoxedRun run) {
        return new BufferedReader(new InputStreamReader(run.output(), StandardCharsets.UTF_8));
    }

    private static RunEnd ended(BoxedRun run) throws Exception {
        return run.end().get(30, TimeUnit.SECONDS);
    }

    private static String mark() {
        return "9" + Long.toUnsignedString(System.nanoTime());
    }

    @Test
    void saysThatItIsNotBoxedAndPassesTheExitCodeOn() throws Exception {
        LaunchPlan plan =
                plan("cat; pwd; exit 7", Map.of(), "hello\n", LaunchPlan.Input.CLOSED_AFTER_PROMPT, Optional.empty());
        try (BoxedRun run = start(plan, LONG)) {
            assertThat(run.boxed()).isFalse();
            Outcome outcome = Outcome.of(run);
            assertThat(outcome.lines())
                    .containsExactly("hello", folder.toRealPath().toString());
            assertThat(outcome.end().exitCode()).isEqualTo(7);
            assertThat(outcome.end().cause()).isEqualTo(RunEnd.Cause.EXITED);
        }
    }

    static Stream<RunRequest> onlyInABox() {
        LaunchPlan open = plan("true", Map.of(), "", OPEN, Optional.empty());
        McpUpstream docs = new McpUpstream("docs", URI.create("https://example.com/mcp"), Map.of());
        return Stream.of(
                request(planned(List.of("x", "-c", "url=" + Filling.BROKER + "-/openai"), Map.of(), List.of())),
                request(planned(List.of("x"), Map.of("A", "${broker-token:mcp-docs}"), List.of())),
                request(planned(List.of("x"), Map.of(), List.of(new LaunchPlan.PlannedFile("mcp.json", "{}")))),
                new RunRequest(CALLER, open, Path.of("/tmp"), DomainRules.allPublic(), List.of(docs), LONG));
    }

    private static LaunchPlan planned(
            List<String> command, Map<String, String> environment, List<LaunchPlan.PlannedFile> files) {
        return new LaunchPlan(
                command, environment, List.of(), files, "", LaunchPlan.Input.CLOSED_AFTER_PROMPT, Optional.empty());
    }

    private static RunRequest request(LaunchPlan plan) {
        return new RunRequest(CALLER, plan, Path.of("/tmp"), DomainRules.allPublic(), LONG);
    }

    @ParameterizedTest
    @MethodSource("onlyInABox")
    void refusesWhatNeedsTheBrokerAndSaysWhatToDo(RunRequest request) {
        assertThat(runs.start(request))
                .isInstanceOfSatisfying(
                        Launched.Refused.class,
                        refused -> assertThat(refused.reason()).contains("broker", "OMB_BOT_BOX=1", "another engine"));
    }

    @Test
    void letsInNoVariableThatIsNotOnTheList() throws Exception {
        LaunchPlan plan = plan(
                "env",
                Map.of("ANTHROPIC_MODEL", "m", "LD_PRELOAD", "x", "SOME_NAME", "x"),
                "",
                LaunchPlan.Input.CLOSED_AFTER_PROMPT,
                Optional.empty());
        try (BoxedRun run = start(plan, LONG)) {
            assertThat(Outcome.of(run).succeeded().lines())
                    .extracting(line -> line.split("=", 2)[0])
                    .containsExactlyInAnyOrder(
                            "ANTHROPIC_MODEL",
                            "HOME",
                            "LANG",
                            "LOGNAME",
                            "OMB_BOT_ID",
                            "OMB_CONVERSATION_ID",
                            "OMB_TURN_ID",
                            "PATH",
                            "PWD",
                            "SHELL",
                            "SHLVL",
                            "TMPDIR",
                            "USER",
                            "_");
        }
    }

    @Test
    void endsWhatItsCommandLeftRunning() throws Exception {
        String mark = mark();
        try (BoxedRun run = start(plan("sleep " + mark + " >/dev/null 2>&1 & echo up"), LONG)) {
            assertThat(lines(run).readLine()).isEqualTo("up");
            assertThat(ended(run).exitCode()).isZero();
            assertThat(Leftovers.running(mark)).isZero();
        }
    }

    @Test
    void interruptsInTheEnginesOwnWayFirst() throws Exception {
        LaunchPlan plan = plan(
                "echo up; read -r line; echo \"told to $line\"; exit 5", Map.of(), "", OPEN, Optional.of("stop\n"));
        try (BoxedRun run = start(plan, LONG)) {
            BufferedReader output = lines(run);
            assertThat(output.readLine()).isEqualTo("up");
            run.interrupt();
            assertThat(output.readLine()).isEqualTo("told to stop");
            assertThat(ended(run).exitCode()).isEqualTo(5);
            assertThat(ended(run).cause()).isEqualTo(RunEnd.Cause.INTERRUPTED);
        }
    }

    @Test
    void signalsTheWholeGroupWhenItsTimeIsOver() throws Exception {
        String mark = mark();
        try (BoxedRun run = start(plan("sleep " + mark + " & wait"), Duration.ofMillis(500))) {
            assertThat(ended(run).cause()).isEqualTo(RunEnd.Cause.TIMED_OUT);
            assertThat(ended(run).exitCode()).isEqualTo(143);
            assertThat(Leftovers.running(mark)).isZero();
        }
    }

    @Test
    void killsWhatDoesNotHeedTheSignal() throws Exception {
        String mark = mark();
        try (BoxedRun run =
                start(plan("trap '' TERM; sleep " + mark + " & echo up; while :; do sleep 0.1; done"), LONG)) {
            assertThat(lines(run).readLine()).isEqualTo("up");
            run.interrupt();
            assertThat(ended(run).exitCode()).isEqualTo(137);
            assertThat(ended(run).took()).isGreaterThan(Duration.ofSeconds(5));
            assertThat(Leftovers.running(mark)).isZero();
        }
    }

    @Test
    void leavesNothingWhenItIsClosed() throws Exception {
        String mark = mark();
        BoxedRun run = start(plan("trap '' TERM; sleep " + mark + " & echo up; wait"), LONG);
        assertThat(lines(run).readLine()).isEqualTo("up");
        run.close();
        assertThat(ended(run).cause()).isEqualTo(RunEnd.Cause.CLOSED);
        assertThat(Leftovers.running(mark)).isZero();
    }

    @Test
    void saysWhichProgramIsNotThere() throws Exception {
        LaunchPlan plan = new LaunchPlan(
                List.of("/nowhere/engine"),
                Map.of(),
                List.of(),
                List.of(),
                "",
                LaunchPlan.Input.CLOSED_AFTER_PROMPT,
                Optional.empty());
        try (BoxedRun run = start(plan, LONG)) {
            Outcome outcome = Outcome.of(run);
            assertThat(outcome.end().exitCode()).isEqualTo(127);
            assertThat(outcome.errors()).contains("/nowhere/engine");
        }
    }
}
