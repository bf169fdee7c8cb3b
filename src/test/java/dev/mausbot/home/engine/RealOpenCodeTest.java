package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.RealClients.only;
import static dev.mausbot.home.engine.RealClients.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The real OpenCode, both ways, without a box, against a provider on loopback in the broker's place. It is found by
 * {@code OMB_TEST_OPENCODE}, which names the program, or on the {@code PATH}.
 */
class RealOpenCodeTest {
    private static final Engine BY_ACP = new OpenCodeAcpEngine();
    private static final String MODEL = "groq/stub-model";

    @TempDir
    Path folder;

    private Map<String, String> settings = Map.of();
    private Optional<StubProvider> provider = Optional.empty();

    static Stream<Engine> bothWays() {
        return Stream.of(new OpenCodeEngine(), BY_ACP);
    }

    @BeforeEach
    void findIt() throws IOException {
        String path = RealClients.pathOf("opencode", "OMB_TEST_OPENCODE", "opencode-ai", folder);
        settings = Map.of("PATH", path, "GROQ_API_KEY", "stub-key");
        provider = Optional.of(new StubProvider());
    }

    @AfterEach
    void closeProvider() {
        provider.ifPresent(StubProvider::close);
    }

    @ParameterizedTest
    @MethodSource("bothWays")
    void takesATurnWithAToolCallToItsEnd(Engine engine) throws Exception {
        List<TurnEvent> events = turn(engine, Requests.first("RUN:echo hi from $((40+2)):END", folder, settings));
        assertThat(only(events, ToolCall.class))
                .singleElement()
                .satisfies(call -> assertThat(call.input()).contains("echo hi from $((40+2))"));
        assertThat(only(events, ToolResult.class)).containsExactly(new ToolResult("call_1", false, "hi from 42\n"));
        assertThat(said(events)).startsWith("the tool said: ").contains("hi from 42");
        assertThat(only(events, Session.class)).hasSize(1);
        assertThat(only(events, Usage.class)).last().isNotEqualTo(new Usage(0, 0));
        assertThat(events).endsWith(new Finished(true, ""));
        assertThat(provider.orElseThrow().asked())
                .isNotEmpty()
                .allMatch(asked -> asked.equals(new Asked("/b/-/groq/chat/completions", "Bearer stub-key")));
    }

    @ParameterizedTest
    @MethodSource("bothWays")
    void remembersTheConversationWhenItsSessionIsGivenBack(Engine engine) throws Exception {
        List<TurnEvent> first = turn(engine, Requests.first("hello", folder, settings));
        assertThat(said(first)).isEqualTo("messages so far: 1");
        String session = RealClients.first(first, Session.class).orElseThrow().id();
        List<TurnEvent> second = turn(engine, Requests.later("--again", session, folder, settings));
        assertThat(said(second)).isEqualTo("messages so far: 2");
    }

    @ParameterizedTest
    @MethodSource("bothWays")
    void reachesAServerThroughTheBroker(Engine engine) throws Exception {
        turn(engine, Requests.withServers(List.of(new Remote("docs")), folder, settings));
        assertThat(provider.orElseThrow().asked()).contains(new Asked("/b/token-of-docs/mcp-docs", ""));
    }

    @Test
    void stopsAtItsInterruptLineByAcp() throws Exception {
        TurnRequest request = Requests.first("RUN:sleep 50:END", folder, settings);
        try (RunningPlan run = start(BY_ACP, Requests.as(request, Optional.empty(), Optional.of(MODEL)))) {
            await().atMost(RealClients.PATIENCE)
                    .until(() -> !only(run.events(), ToolCall.class).isEmpty());
            run.write(run.interruptLine().orElseThrow());
            RealClients.awaitFinished(run);
            assertThat(run.end()).contains(new Finished(false, "interrupted"));
        }
    }

    @Test
    void failsTheTurnWhenTheModelIsNotThere() throws Exception {
        TurnRequest request =
                Requests.as(Requests.first("hello", folder, settings), Optional.empty(), Optional.of("anthropic/none"));
        try (RunningPlan run = start(BY_ACP, request)) {
            RealClients.awaitFinished(run);
            assertThat(RealClients.first(run.end(), Finished.class)
                            .orElseThrow()
                            .message())
                    .contains("does not use the model anthropic/none");
        }
    }

    private List<TurnEvent> turn(Engine engine, TurnRequest request) throws Exception {
        try (RunningPlan run = start(engine, Requests.as(request, request.session(), Optional.of(MODEL)))) {
            if (engine == BY_ACP) {
                RealClients.awaitFinished(run);
            }
            return run.end();
        }
    }

    private RunningPlan start(Engine engine, TurnRequest request) throws IOException {
        return RunningPlan.start(
                engine,
                request,
                folder,
                RealClients.environment(folder),
                RealClients.brokeredBy(provider.orElseThrow()));
    }
}
