package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.RealClients.only;
import static dev.mausbot.home.engine.RealClients.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.engine.McpServer.Remote;
import dev.mausbot.home.engine.StubProvider.Asked;
import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.Session;
import dev.mausbot.home.engine.TurnEvent.ToolCall;
import dev.mausbot.home.engine.TurnEvent.ToolResult;
import dev.mausbot.home.engine.TurnEvent.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real Codex, without a box, against a provider on loopback in the broker's place. It is found by
 * {@code OMB_TEST_CODEX}, which names the program, or on the {@code PATH}.
 */
class RealCodexTest {
    private static final Engine CODEX = new CodexEngine();
    /** Of an unknown model Codex asks nothing but plain function tools. */
    private static final Optional<String> MODEL = Optional.of("stub-model");

    @TempDir
    Path folder;

    private Map<String, String> settings = Map.of();
    private Optional<StubProvider> provider = Optional.empty();

    @BeforeEach
    void findIt() throws IOException {
        String path = RealClients.pathOf("codex", "OMB_TEST_CODEX", "@openai/codex", folder);
        settings = Map.of("PATH", path, "OPENAI_API_KEY", "stub-key");
        provider = Optional.of(new StubProvider());
    }

    @AfterEach
    void closeProvider() {
        provider.ifPresent(StubProvider::close);
    }

    @Test
    void takesATurnWithAToolCallToItsEnd() throws Exception {
        List<TurnEvent> events =
                turn(Requests.first("RUN:echo hi from $((40+2)):END", folder, settings), Optional.empty());
        assertThat(only(events, ToolCall.class)).singleElement().satisfies(call -> {
            assertThat(call.name()).isEqualTo("shell");
            assertThat(call.input()).contains("echo hi from $((40+2))");
        });
        assertThat(only(events, ToolResult.class)).singleElement().satisfies(result -> {
            assertThat(result.failed()).isFalse();
            assertThat(result.output()).contains("hi from 42");
        });
        assertThat(said(events)).startsWith("the tool said: ").contains("hi from 42");
        assertThat(events).contains(new Usage(20, 10)).endsWith(new Finished(true, ""));
        assertThat(only(events, Session.class)).hasSize(1);
        assertThat(provider.orElseThrow().asked())
                .isNotEmpty()
                .allMatch(asked -> asked.equals(new Asked("/b/-/openai/responses", "Bearer stub-key")));
    }

    @Test
    void remembersTheConversationWhenItsThreadIsGivenBack() throws Exception {
        List<TurnEvent> first = turn(Requests.first("hello", folder, settings), Optional.empty());
        assertThat(said(first)).isEqualTo("messages so far: 1");
        String thread = RealClients.first(first, Session.class).orElseThrow().id();
        List<TurnEvent> second = turn(Requests.first("--again", folder, settings), Optional.of(thread));
        assertThat(said(second)).isEqualTo("messages so far: 2");
        assertThat(second).contains(new Session(thread));
    }

    @Test
    void reachesAServerThroughTheBrokerWithTheTokenFromItsEnvironment() throws Exception {
        turn(Requests.withServers(List.of(new Remote("docs")), folder, settings), Optional.empty());
        assertThat(provider.orElseThrow().asked()).contains(new Asked("/b/-/mcp-docs", "Bearer token-of-docs"));
    }

    @Test
    void failsWithItsOwnWordsWhenTheThreadIsUnknown() throws Exception {
        String unknown = "01a22d86-4c4b-76b3-8737-000000000000";
        List<TurnEvent> events = turn(Requests.first("hello", folder, settings), Optional.of(unknown));
        assertThat(only(events, Finished.class)).singleElement().satisfies(end -> {
            assertThat(end.succeeded()).isFalse();
            assertThat(end.message()).contains("no rollout found", unknown);
        });
    }

    private List<TurnEvent> turn(TurnRequest request, Optional<String> thread) throws Exception {
        try (RunningPlan run = RunningPlan.start(
                CODEX,
                Requests.as(request, thread, MODEL),
                folder,
                RealClients.environment(folder),
                RealClients.brokeredBy(provider.orElseThrow()))) {
            return run.end();
        }
    }
}
