package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.RealClients.awaitFinished;
import static dev.mausbot.home.engine.RealClients.only;
import static dev.mausbot.home.engine.RealClients.said;
import static dev.mausbot.home.engine.Requests.CONVERSATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.engine.StubProvider.Asked;
import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.Session;
import dev.mausbot.home.engine.TurnEvent.ToolCall;
import dev.mausbot.home.engine.TurnEvent.ToolResult;
import dev.mausbot.home.engine.TurnEvent.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real Claude Code, without a box, against a provider on loopback. It is found by {@code OMB_TEST_CLAUDE}, which
 * names the program, or on the {@code PATH}.
 */
class RealClaudeTest {
    private static final Engine CLAUDE = new ClaudeEngine();

    @TempDir
    Path folder;

    private Map<String, String> settings = Map.of();
    private Optional<StubProvider> provider = Optional.empty();

    @BeforeEach
    void findIt() throws IOException {
        String path = RealClients.pathOf("claude", "OMB_TEST_CLAUDE", "@anthropic-ai/claude-code", folder);
        StubProvider stub = new StubProvider();
        provider = Optional.of(stub);
        settings = Map.of("PATH", path, "ANTHROPIC_API_KEY", "stub-key", "ANTHROPIC_BASE_URL", stub.url());
    }

    @AfterEach
    void closeProvider() {
        provider.ifPresent(StubProvider::close);
    }

    @Test
    void takesATurnWithAToolCallToItsEnd() throws Exception {
        try (RunningPlan run = start(Requests.first("RUN:echo hi from $((40+2)):END", folder, settings))) {
            awaitFinished(run);
            List<TurnEvent> events = run.end();
            assertThat(events).contains(new Session(CONVERSATION), new Finished(true, ""), new Usage(20, 10));
            assertThat(only(events, ToolCall.class)).singleElement().satisfies(call -> {
                assertThat(call.name()).isEqualTo("Bash");
                assertThat(call.input()).contains("echo hi from $((40+2))");
            });
            assertThat(only(events, ToolResult.class)).containsExactly(new ToolResult("toolu_01", false, "hi from 42"));
            assertThat(said(events)).startsWith("the tool said: ").contains("hi from 42");
            assertThat(said(events).split("the tool said: ", -1))
                    .as("said once")
                    .hasSize(2);
            assertThat(only(events, Finished.class)).hasSize(1);
        }
    }

    @Test
    void remembersTheConversationWhenItsSessionIsGivenBack() throws Exception {
        try (RunningPlan run = start(Requests.first("hello", folder, settings))) {
            awaitFinished(run);
            assertThat(said(run.end())).isEqualTo("messages so far: 1");
        }
        try (RunningPlan run = start(Requests.later("again", CONVERSATION, folder, settings))) {
            awaitFinished(run);
            assertThat(said(run.end())).isEqualTo("messages so far: 2");
        }
    }

    @Test
    void stopsAtItsInterruptLine() throws Exception {
        TurnRequest request = Requests.first("RUN:sleep 50:END", folder, settings);
        try (RunningPlan run = start(request)) {
            await().atMost(RealClients.PATIENCE)
                    .until(() -> !only(run.events(), ToolCall.class).isEmpty());
            run.write(interruptLine(request));
            awaitFinished(run);
            assertThat(run.end()).contains(new Finished(false, "interrupted"));
        }
    }

    @Test
    void failsWithItsOwnWordsWhenTheSessionIsUnknown() throws Exception {
        String unknown = "00000000-1111-4222-8333-444444444444";
        try (RunningPlan run = start(Requests.later("hello", unknown, folder, settings))) {
            awaitFinished(run);
            assertThat(run.end()).contains(new Finished(false, "No conversation found with session ID: " + unknown));
        }
    }

    @Test
    void reachesAServerThroughTheBrokerAndNamesTheOneThatFails() throws Exception {
        List<McpServer> servers =
                List.of(new McpServer.Remote("docs"), new McpServer.Local("none", List.of("/nowhere/none"), Map.of()));
        try (RunningPlan run = start(Requests.withServers(servers, folder, settings))) {
            awaitFinished(run);
            assertThat(run.end()).contains(new TurnEvent.McpServerFailed("none"), new Finished(true, ""));
        }
        assertThat(provider.orElseThrow().asked()).contains(new Asked("/b/token-of-docs/mcp-docs", ""));
    }

    private RunningPlan start(TurnRequest request) throws IOException {
        Map<String, String> environment = new HashMap<>(RealClients.environment(folder));
        if ("root".equals(System.getProperty("user.name"))) {
            // Without a box around it, it refuses to work unattended as root unless told that one is there.
            environment.put("IS_SANDBOX", "1");
        }
        return RunningPlan.start(CLAUDE, request, folder, environment, RealClients.brokeredBy(provider.orElseThrow()));
    }

    private static String interruptLine(TurnRequest request) {
        return CLAUDE.plan(request) instanceof Planned.Ready(LaunchPlan plan)
                ? plan.interruptLine().orElseThrow()
                : "";
    }
}
