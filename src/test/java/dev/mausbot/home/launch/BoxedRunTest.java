package dev.mausbot.home.launch;

import static dev.mausbot.home.launch.LaunchHouse.CALLER;
import static dev.mausbot.home.launch.LaunchHouse.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.egress.DomainRules;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A run: a box, its gates and its tokens, which begin and end as one. */
class BoxedRunTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private LaunchHouse house;

    @BeforeEach
    void openHouse() throws IOException {
        house = LaunchHouse.open();
    }

    @AfterEach
    void closeHouse() throws IOException {
        // There is none where no box works.
        if (house != null) {
            house.close();
        }
    }

    private static BufferedReader lines(BoxedRun run) {
        return new BufferedReader(new InputStreamReader(run.output(), StandardCharsets.UTF_8));
    }

    private static RunEnd ended(BoxedRun run) throws Exception {
        return run.end().get(30, TimeUnit.SECONDS);
    }

    @Test
    void endsWithItsCommandsExitCode() throws Exception {
        Outcome outcome = house.run("cat; exit 7");
        assertThat(outcome.end().exitCode()).isEqualTo(7);
        assertThat(outcome.end().cause()).isEqualTo(RunEnd.Cause.EXITED);
        assertThat(outcome.end().took()).isBetween(Duration.ofMillis(1), LONG);
    }

    @Test
    void writesThePromptAndThenShowsTheEndOfInput() throws Exception {
        LaunchPlan plan = plan("cat", Map.of(), "grüße\n", LaunchPlan.Input.CLOSED_AFTER_PROMPT, Optional.empty());
        assertThat(house.run(plan).succeeded().output()).isEqualTo("grüße\n");
    }

    @Test
    void saysThatItIsBoxedAndStartsInTheBotsFolder() throws Exception {
        try (BoxedRun run = house.start(plan("pwd; cat /proc/1/comm; hostname"))) {
            assertThat(run.boxed()).isTrue();
            assertThat(Outcome.of(run).lines())
                    .containsExactly(house.botFolder().toString(), "bwrap", "box");
        }
    }

    @Test
    void interruptsInTheEnginesOwnWayFirst() throws Exception {
        String shell = "trap 'echo signalled' TERM; echo up; read -r line; echo \"told to $line\"; exit 5";
        LaunchPlan plan = plan(shell, Map.of(), "", LaunchPlan.Input.KEPT_OPEN, Optional.of("stop\n"));
        try (BoxedRun run = house.start(plan)) {
            BufferedReader output = lines(run);
            assertThat(output.readLine()).isEqualTo("up");
            run.interrupt();
            run.interrupt();
            assertThat(output.readLine()).isEqualTo("told to stop");
            assertThat(output.readLine()).isNull();
            assertThat(ended(run).exitCode()).isEqualTo(5);
            assertThat(ended(run).cause()).isEqualTo(RunEnd.Cause.INTERRUPTED);
        }
    }

    /** Two at once, because each takes its seconds. */
    @Test
    void signalsAnEngineThatDoesNotStopInItsOwnWayAndKillsOneThatDoesNotHeedTheSignal() throws Exception {
        String heeds = "trap 'echo signalled; exit 6' TERM; echo up; while :; do sleep 0.1; done";
        String ignores = "trap '' TERM; echo up; while :; do sleep 0.1; done";
        Optional<String> line = Optional.of("stop\n");
        try (BoxedRun heeding = house.start(plan(heeds, Map.of(), "", LaunchPlan.Input.KEPT_OPEN, line));
                BoxedRun ignoring = house.start(plan(ignores, Map.of(), "", LaunchPlan.Input.KEPT_OPEN, line))) {
            BufferedReader output = lines(heeding);
            assertThat(output.readLine()).isEqualTo("up");
            assertThat(lines(ignoring).readLine()).isEqualTo("up");
            heeding.interrupt();
            ignoring.interrupt();
            assertThat(ended(heeding).exitCode()).isEqualTo(6);
            assertThat(output.readLine()).isEqualTo("signalled");
            assertThat(ended(ignoring).exitCode()).isEqualTo(137);
            assertThat(ended(ignoring).cause()).isEqualTo(RunEnd.Cause.INTERRUPTED);
            assertThat(ended(ignoring).took()).isGreaterThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void endsARunThatTakesTooLong() throws Exception {
        String mark = mark();
        RunRequest request = new RunRequest(
                CALLER,
                plan("setsid sleep " + mark + " & exec sleep " + mark),
                house.botFolder(),
                DomainRules.allPublic(),
                Duration.ofMillis(500));
        try (BoxedRun run = house.start(request)) {
            assertThat(ended(run).cause()).isEqualTo(RunEnd.Cause.TIMED_OUT);
            assertThat(ended(run).exitCode()).isEqualTo(143);
            assertThat(Leftovers.running(mark)).isZero();
        }
    }

    @Test
    void leavesNothingWhenItIsClosed() throws Exception {
        String mark = mark();
        BoxedRun run = house.start(plan("trap '' TERM; setsid sleep " + mark + " & echo up; sleep " + mark));
        assertThat(lines(run).readLine()).isEqualTo("up");
        run.close();
        assertThat(run.end()).isDone();
        assertThat(ended(run).cause()).isEqualTo(RunEnd.Cause.CLOSED);
        assertThat(Leftovers.running(mark)).isZero();
        house.leftovers.assertNone();
    }

    @Test
    void hasItsSocketsWhileItLivesAndNoLonger() throws Exception {
        try (BoxedRun run = house.start(
                plan("ls /run/omb; read -r _; :", Map.of(), "", LaunchPlan.Input.KEPT_OPEN, Optional.empty()))) {
            BufferedReader output = lines(run);
            assertThat(List.of(output.readLine(), output.readLine(), output.readLine(), output.readLine()))
                    .containsExactly("ask.sock", "broker.sock", "egress.sock", "harness.sock");
            assertThat(house.leftovers.places()).hasSize(1);
            assertThat(house.leftovers.sockets()).hasSize(4);
            run.input().close();
            ended(run);
            house.leftovers.assertNone();
        }
    }

    @Test
    void refusesTheTokenOfARunThatHasEndedAndOfOneThatRuns() throws Exception {
        String ended = house.run("echo $OMB_HARNESS_TOKEN").succeeded().output().trim();
        LaunchPlan waits =
                plan("echo $OMB_HARNESS_TOKEN; read -r _", Map.of(), "", LaunchPlan.Input.KEPT_OPEN, Optional.empty());
        try (BoxedRun other = house.start(house.request(Caller.ofTurn("b2", "c2", "t2"), waits))) {
            String running = lines(other).readLine();
            assertThat(List.of(ended, running))
                    .allMatch(token -> token.startsWith("omb_cap_"))
                    .doesNotHaveDuplicates();
            String ask =
                    "curl -s -o /dev/null -w '%%{http_code}\\n' -H 'Authorization: Bearer %s' $OMB_HARNESS_URL/api/internal/whoami; ";
            Outcome outcome =
                    house.run(ask.formatted(ended) + ask.formatted(running) + ask.formatted("'$OMB_HARNESS_TOKEN'"));
            assertThat(outcome.lines()).containsExactly("401", "401", "200");
        }
    }

    @Test
    void tellsWhoItIsByTheSocketWhateverItSays() throws Exception {
        String ask =
                "curl -s -H \"Authorization: Bearer $OMB_HARNESS_TOKEN\" -H 'X-Bot: b9' -X GET -d '{\"bot\":\"b9\"}'"
                        + " \"$OMB_HARNESS_URL/api/internal/whoami?bot=b9\"";
        assertThat(house.run(ask).succeeded().output()).isEqualTo("b1 c1 t1");
    }

    @Test
    void keepsTheBotsFolderAndHomeFromRunToRunAndNothingElse() throws Exception {
        house.run("echo a >kept; echo b >~/kept; echo c >/tmp/gone; echo d >/var/tmp/gone")
                .succeeded();
        Outcome later = house.run("cat kept ~/kept; cat /tmp/gone || cat /var/tmp/gone || echo gone");
        assertThat(later.succeeded().lines()).containsExactly("a", "b", "gone");
    }

    @Test
    void runsTwoTurnsOfOneBotAtOnceEachWithItsOwnGates() throws Exception {
        String meet =
                "touch $OMB_TURN_ID; for i in $(seq 200); do [ -e %s ] && break; sleep 0.05; done; [ -e %s ] || exit 9;"
                        + " curl -s -H \"Authorization: Bearer $OMB_HARNESS_TOKEN\" $OMB_HARNESS_URL/api/internal/whoami";
        try (BoxedRun one =
                        house.start(house.request(Caller.ofTurn("b1", "c1", "t1"), plan(meet.formatted("t2", "t2"))));
                BoxedRun two =
                        house.start(house.request(Caller.ofTurn("b1", "c2", "t2"), plan(meet.formatted("t1", "t1"))))) {
            assertThat(house.leftovers.places()).hasSize(2);
            assertThat(Outcome.of(one).succeeded().output()).isEqualTo("b1 c1 t1");
            assertThat(Outcome.of(two).succeeded().output()).isEqualTo("b1 c2 t2");
        }
    }

    @Test
    void letsInNoVariableThatIsNotOnTheList() throws Exception {
        Map<String, String> wanted = Map.of(
                "ANTHROPIC_MODEL",
                "m",
                "SOME_NAME",
                "x",
                "LD_PRELOAD",
                "x",
                "NODE_OPTIONS",
                "x",
                "OMB_CLOUD_ROLE",
                "x");
        Outcome outcome = house.run(plan("env", wanted, "", LaunchPlan.Input.CLOSED_AFTER_PROMPT, Optional.empty()));
        assertThat(outcome.succeeded().lines())
                .extracting(line -> line.split("=", 2)[0])
                .containsExactlyInAnyOrder(
                        "ALL_PROXY",
                        "ANTHROPIC_MODEL",
                        "GIT_SSH_COMMAND",
                        "HOME",
                        "HTTPS_PROXY",
                        "HTTP_PROXY",
                        "LANG",
                        "LOGNAME",
                        "NODE_USE_ENV_PROXY",
                        "NO_PROXY",
                        "OMB_ASK_SOCKET",
                        "OMB_BOT_ID",
                        "OMB_CONVERSATION_ID",
                        "OMB_HARNESS_TOKEN",
                        "OMB_HARNESS_URL",
                        "OMB_TURN_ID",
                        "PATH",
                        "PWD",
                        "SHELL",
                        "SHLVL",
                        "TMPDIR",
                        "USER",
                        "_",
                        "all_proxy",
                        "http_proxy",
                        "https_proxy",
                        "no_proxy");
        assertThat(outcome.output()).doesNotContain("secret");
    }

    @Test
    void leavesNothingOfARunThatCannotStart() throws Exception {
        RunRequest nowhere =
                new RunRequest(CALLER, plan("true"), house.root.resolve("nowhere"), DomainRules.allPublic(), LONG);
        assertThat(house.runs.start(nowhere)).isInstanceOf(Launched.Refused.class);
        house.leftovers.assertNone();
    }

    @Test
    void makesNoFolderOutsideTheDataFolderForAnyBot() {
        assertThatThrownBy(() -> house.surroundings.botFolder("../../etc"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(Path.of("/etc/workspaces")).doesNotExist();
        assertThat(Files.exists(house.root.resolve("etc"))).isFalse();
    }

    private static String mark() {
        return "9" + Long.toUnsignedString(System.nanoTime());
    }
}
