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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Rows of the ACP adapter with the real agents, without a box, against a provider on loopback in the broker's place. An
 * agent is found by a variable that names its program ({@code OMB_TEST_QWEN}), or on the {@code PATH}.
 */
class RealAcpAgentsTest {
    /** A real agent, and how it gets to its provider. */
    enum Client {
        QWEN(
                "qwen",
                "OMB_TEST_QWEN",
                "@qwen-code/qwen-code",
                "OPENAI_API_KEY",
                "OPENAI_BASE_URL",
                "/v1",
                "stub-model",
                "/v1/chat/completions",
                "Bearer stub-key");

        private final String id;
        private final String program;
        private final String npmPackage;
        private final String key;
        private final String baseUrl;
        private final String below;
        private final String model;
        private final String path;
        private final String credential;

        Client(
                String id,
                String program,
                String npmPackage,
                String key,
                String baseUrl,
                String below,
                String model,
                String path,
                String credential) {
            this.id = id;
            this.program = program;
            this.npmPackage = npmPackage;
            this.key = key;
            this.baseUrl = baseUrl;
            this.below = below;
            this.model = model;
            this.path = path;
            this.credential = credential;
        }

        Engine engine() {
            return new Engines().byId(id).orElseThrow();
        }
    }

    @TempDir
    Path folder;

    private final StubProvider provider = new StubProvider();

    RealAcpAgentsTest() throws IOException {}

    @AfterEach
    void closeProvider() {
        provider.close();
    }

    @ParameterizedTest
    @EnumSource
    void takesATurnWithAToolCallToItsEnd(Client client) throws Exception {
        List<TurnEvent> events =
                turn(client, Requests.first("RUN:echo hi from | tr o 0:END", folder, settings(client)));
        assertThat(only(events, ToolCall.class))
                .singleElement()
                .satisfies(call -> assertThat(call.input()).contains("echo hi from | tr o 0"));
        assertThat(only(events, ToolResult.class))
                .singleElement()
                .satisfies(result -> assertThat(result.failed()).isFalse());
        assertThat(said(events)).startsWith("the tool said: ").contains("hi fr0m");
        assertThat(only(events, Session.class)).hasSize(1);
        assertThat(only(events, Usage.class)).containsExactly(new Usage(20, 10));
        assertThat(only(events, Finished.class)).containsExactly(new Finished(true, ""));
        assertThat(provider.asked()).containsOnly(new Asked(client.path, client.credential));
    }

    @ParameterizedTest
    @EnumSource
    void remembersTheConversationWhenItsSessionIsGivenBack(Client client) throws Exception {
        Map<String, String> settings = settings(client);
        List<TurnEvent> first = turn(client, Requests.first("hello", folder, settings));
        String session = RealClients.first(first, Session.class).orElseThrow().id();
        List<TurnEvent> second = turn(client, Requests.later("again", session, folder, settings));
        assertThat(only(second, Session.class)).containsExactly(new Session(session));
        assertThat(messages(second)).isGreaterThan(messages(first));
    }

    @ParameterizedTest
    @EnumSource
    void reachesAServerThroughTheBroker(Client client) throws Exception {
        turn(client, Requests.withServers(List.of(new Remote("docs")), folder, settings(client)));
        assertThat(provider.asked()).contains(new Asked("/b/token-of-docs/mcp-docs", ""));
    }

    @ParameterizedTest
    @EnumSource
    void asksTheOwnerBeforeItActs(Client client) throws Exception {
        TurnRequest request = Requests.first("RUN:touch made:END", folder, settings(client));
        Oversight asked = new Oversight(true, Optional.empty());
        try (RunningPlan run = start(client, Requests.overseen(withModel(client, request), asked))) {
            RealClients.awaitFinished(run);
            assertThat(run.permissions()).isNotEmpty();
            run.end();
        }
        assertThat(folder.resolve("made")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource
    void stopsAtItsInterruptLine(Client client) throws Exception {
        // Qwen Code refuses a command that only sleeps.
        TurnRequest request = Requests.first("RUN:timeout 50 tail -f /dev/null:END", folder, settings(client));
        try (RunningPlan run = start(client, withModel(client, request))) {
            await().atMost(RealClients.PATIENCE)
                    .until(() -> !only(run.events(), ToolCall.class).isEmpty());
            run.write(run.interruptLine().orElseThrow());
            RealClients.awaitFinished(run);
            assertThat(run.end()).contains(new Finished(false, "interrupted"));
        }
    }

    private static int messages(List<TurnEvent> events) {
        return Integer.parseInt(said(events).replaceFirst("messages so far: ", ""));
    }

    private Map<String, String> settings(Client client) throws IOException {
        return Map.of(
                "PATH",
                RealClients.pathOf(client.id, client.program, client.npmPackage, folder),
                client.key,
                "stub-key",
                client.baseUrl,
                provider.url() + client.below);
    }

    private static TurnRequest withModel(Client client, TurnRequest request) {
        return Requests.as(request, request.session(), Optional.of(client.model));
    }

    private List<TurnEvent> turn(Client client, TurnRequest request) throws Exception {
        try (RunningPlan run = start(client, withModel(client, request))) {
            RealClients.awaitFinished(run);
            return run.end();
        }
    }

    private RunningPlan start(Client client, TurnRequest request) throws IOException {
        return RunningPlan.start(
                client.engine(), request, folder, RealClients.environment(folder), RealClients.brokeredBy(provider));
    }
}
