package dev.mausbot.home.launch;

import static dev.mausbot.home.launch.LaunchHouse.CALLER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.engine.Engine;
import dev.mausbot.home.engine.Engines;
import dev.mausbot.home.engine.Planned;
import dev.mausbot.home.engine.StubProvider;
import dev.mausbot.home.engine.TurnEvent;
import dev.mausbot.home.engine.TurnRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real Claude Code takes whole turns in a box. Its provider is a stand-in on the host's loopback, which no box can
 * reach: it is called by name, through the egress gate. It is found by {@code OMB_TEST_CLAUDE}, which names the program,
 * or on the {@code PATH}.
 */
class RealClaudeInABoxTest {
    private static final Engine CLAUDE = new Engines().byId("claude").orElseThrow();
    private static final String CONVERSATION = "6f1b2a4e-0000-4000-8000-1234567890ab";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private LaunchHouse house;
    private StubProvider provider;
    private String path;

    @BeforeEach
    void openHouse() throws IOException {
        path = pathOfClaude().orElseGet(RealClaudeInABoxTest::skip);
        if (System.getProperty("user.name").equals("root")) {
            Assumptions.abort("as root Claude Code refuses to work unattended, and no box of ours runs as root");
        }
        house = LaunchHouse.open();
        provider = new StubProvider();
    }

    @AfterEach
    void closeHouse() throws IOException {
        if (house != null) {
            provider.close();
            house.close();
        }
    }

    private static String skip() {
        String skipped = "SKIPPED: no Claude Code here, so no turn of it was tried in a box (npm install -g"
                + " @anthropic-ai/claude-code, or name the program in OMB_TEST_CLAUDE)";
        System.out.println(skipped);
        return Assumptions.abort(skipped);
    }

    /** A PATH on which the client is called {@code claude}, as the engine looks for it. */
    private Optional<String> pathOfClaude() throws IOException {
        String named = System.getenv().getOrDefault("OMB_TEST_CLAUDE", "");
        if (!named.isBlank()) {
            Files.createSymbolicLink(folder.resolve("claude"), Path.of(named));
            return Optional.of(folder.toString());
        }
        String all = System.getenv().getOrDefault("PATH", "");
        return Stream.of(all.split(":", -1))
                .filter(one -> one.startsWith("/") && Files.isExecutable(Path.of(one, "claude")))
                .findFirst();
    }

    private TurnRequest asked(String message, Optional<String> session) {
        return new TurnRequest(
                message,
                CONVERSATION,
                session,
                Optional.empty(),
                house.surroundings.home(),
                house.data.resolve("workspaces/b1"),
                Map.of("PATH", path, "ANTHROPIC_API_KEY", "stub-key", "ANTHROPIC_BASE_URL", provider.url()),
                List.of());
    }

    private LaunchPlan plan(String message, Optional<String> session) {
        Planned planned = CLAUDE.plan(asked(message, session));
        assertThat(planned).isInstanceOf(Planned.Ready.class);
        return ((Planned.Ready) planned).plan();
    }

    @Test
    void takesATurnWhoseShellToolRunsInTheBox() throws Exception {
        Files.writeString(house.surroundings.home().resolve("private"), "");
        Files.writeString(house.data.resolve("messages.db"), "");
        String look = "hostname; cat /proc/1/comm; pwd; ls -A ~/private ~/.openmausbot 2>&1; echo $OMB_BOT_ID >left";
        try (BoxedRun run = house.start(house.request(CALLER, plan("RUN:" + look + ":END", Optional.empty())))) {
            Transcript transcript = new Transcript(run, CLAUDE.decoder(asked("", Optional.empty())));
            transcript.awaitFinished();
            run.input().close();
            assertThat(transcript.end().exitCode()).isZero();
            assertThat(transcript.only(TurnEvent.Finished.class)).containsExactly(new TurnEvent.Finished(true, ""));
            assertThat(transcript.only(TurnEvent.ToolCall.class)).hasSize(1);
            String home = house.surroundings.home().toString();
            assertThat(transcript.only(TurnEvent.ToolResult.class))
                    .singleElement()
                    .satisfies(result -> assertThat(result.output().lines())
                            .containsExactly(
                                    "box",
                                    "bwrap",
                                    house.botFolder().toString(),
                                    "ls: cannot access '" + home + "/private': No such file or directory",
                                    home + "/.openmausbot:",
                                    "hook-tokens",
                                    "workspaces"));
            assertThat(house.botFolder().resolve("left")).hasContent("b1");
        }
    }

    @Test
    void goesOnWithAConversationInAnotherBox() throws Exception {
        for (Optional<String> session : List.of(Optional.<String>empty(), Optional.of(CONVERSATION))) {
            try (BoxedRun run = house.start(house.request(CALLER, plan("hello", session)))) {
                Transcript transcript = new Transcript(run, CLAUDE.decoder(asked("", Optional.empty())));
                transcript.awaitFinished();
                run.input().close();
                transcript.end();
                assertThat(transcript.said()).isEqualTo("messages so far: " + (session.isEmpty() ? 1 : 2));
            }
        }
    }

    @Test
    void stopsInTheMiddleOfATool() throws Exception {
        String mark = "9" + Long.toUnsignedString(System.nanoTime());
        try (BoxedRun run = house.start(house.request(CALLER, plan("RUN:sleep " + mark + ":END", Optional.empty())))) {
            Transcript transcript = new Transcript(run, CLAUDE.decoder(asked("", Optional.empty())));
            await().atMost(PATIENCE).until(() -> Leftovers.running(mark) > 0);
            run.interrupt();
            transcript.awaitFinished();
            run.input().close();
            assertThat(transcript.end().cause()).isEqualTo(RunEnd.Cause.INTERRUPTED);
            assertThat(transcript.only(TurnEvent.Finished.class))
                    .containsExactly(new TurnEvent.Finished(false, "interrupted"));
            assertThat(Leftovers.running(mark)).isZero();
            assertThat(run.end().get(1, TimeUnit.SECONDS).took()).isLessThan(PATIENCE);
        }
    }
}
