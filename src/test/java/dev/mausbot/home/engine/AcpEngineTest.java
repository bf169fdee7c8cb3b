package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.EnginePlans.install;
import static dev.mausbot.home.engine.EnginePlans.ready;
import static dev.mausbot.home.engine.EnginePlans.refusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.Session;
import dev.mausbot.home.engine.TurnEvent.Text;
import dev.mausbot.home.engine.TurnEvent.ToolCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The adapter with an agent that is a script, so that what it prints is known; with a real one see RealOpenCodeTest. */
class AcpEngineTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/bin:/bin", "LANG", "C.UTF-8");

    /** Answers each request in turn; asks for permission, tells the answer it got, and then waits to be cancelled. */
    private static final String AGENT = """
            #!/bin/bash
            say() { printf '%s\\n' "$1"; }
            update() { say '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":'"$1"'}}'; }
            read -r initialize
            say '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,"agentCapabilities":{}}}'
            read -r session
            say '{"jsonrpc":"2.0","id":2,"result":{"sessionId":"s1"}}'
            read -r prompt
            say '{"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"c","kind":"execute","rawInput":{"command":"date"}},"options":[{"optionId":"yes","kind":"allow_once"}]}}'
            read -r permission
            [[ $permission == *'"optionId":"yes"'* ]] && update '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"allowed"}}'
            if [[ $prompt == *wait* ]]; then
              read -r cancel
              [[ $cancel == *session/cancel* ]] && say '{"jsonrpc":"2.0","id":4,"result":{"stopReason":"cancelled"}}'
            else
              say '{"jsonrpc":"2.0","id":4,"result":{"stopReason":"end_turn"}}'
            fi
            read -r ignored
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void resolve() throws IOException {
        folder = folder.toRealPath();
    }

    static Stream<AcpAgent> rows() {
        return AcpAgent.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void plansEveryRow(AcpAgent row) throws IOException {
        String key = row.keys().stream().findFirst().orElse("GEMINI_API_KEY");
        Map<String, String> settings =
                Map.of("PATH", install(folder, row.program()), key, "sk-very-private", "OTHER_API_KEY", "x");
        LaunchPlan plan = ready(new AcpEngine(row), Requests.withModel("some-model", folder, settings));
        assertThat(plan.command())
                .startsWith(folder.resolve(row.program()).toString())
                .endsWith(row.arguments().getLast())
                .noneMatch(argument -> argument.contains("sk-very-private"));
        assertThat(plan.environment()).containsEntry(key, "sk-very-private").doesNotContainKey("OTHER_API_KEY");
        assertThat(plan.input()).isEqualTo(LaunchPlan.Input.KEPT_OPEN);
        assertThat(plan.signIn())
                .isEqualTo(row.id().equals("antigravity") ? LaunchPlan.Callback.LOOPBACK : LaunchPlan.Callback.NONE);
        assertThat(refusal(new AcpEngine(row), Requests.withModel("some-model", folder, Map.of(key, "k"))))
                .contains(row.name() + " is not installed", row.install());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void asksForAKeyOrALoginWhereOneIsNeeded(AcpAgent row) throws IOException {
        TurnRequest request = Requests.first("hello", folder, Map.of("PATH", install(folder, row.program())));
        if (!row.logins().isEmpty()) {
            assertThat(refusal(new AcpEngine(row), request))
                    .contains(row.keys())
                    .contains(row.logins());
            Path login = folder.resolve(row.logins().getFirst());
            Files.createDirectories(login.resolveSibling(""));
            Files.writeString(login, "{}");
        }
        assertThat(ready(new AcpEngine(row), request).environment())
                .doesNotContainKeys("GEMINI_API_KEY", "XAI_API_KEY");
    }

    @Test
    void givesAModelByTheVariableOfAnAgentThatKnowsNoneByName() throws IOException {
        AcpEngine qwen = new AcpEngine(AcpAgent.ALL.stream()
                .filter(row -> row.id().equals("qwen"))
                .findFirst()
                .orElseThrow());
        Map<String, String> settings = Map.of("PATH", install(folder, "qwen"), "OPENAI_API_KEY", "k");
        assertThat(ready(qwen, Requests.withModel("qwen3-coder-plus", folder, settings))
                        .environment())
                .containsEntry("OPENAI_MODEL", "qwen3-coder-plus");
        assertThat(refusal(qwen, Requests.first("hello", folder, settings)))
                .contains("set the bot to one, or OPENAI_MODEL");
    }

    @Test
    void leadsADialogueWithAProcessToItsEnd() throws Exception {
        try (RunningPlan run = start("hello")) {
            awaitFinished(run);
            assertThat(run.end())
                    .containsExactly(
                            new Session("s1"),
                            new ToolCall("c", "execute", "{\"command\":\"date\"}"),
                            new Text("allowed"),
                            new Finished(true, ""));
        }
    }

    @Test
    void interruptsByTheLineThatTheDialogueMadeKnown() throws Exception {
        try (RunningPlan run = start("wait")) {
            await().atMost(Duration.ofSeconds(30)).until(() -> run.events().contains(new Text("allowed")));
            run.write(run.interruptLine().orElseThrow());
            awaitFinished(run);
            assertThat(run.end()).last().isEqualTo(new Finished(false, "interrupted"));
        }
    }

    private RunningPlan start(String message) throws IOException {
        install(folder, "agent");
        Files.writeString(folder.resolve("agent"), AGENT);
        AcpAgent scripted = new AcpAgent(
                "scripted", "Scripted", "agent", List.of(), List.of(), List.of(), List.of(), Map.of(), "nothing");
        return RunningPlan.start(
                new AcpEngine(scripted),
                Requests.first(message, folder, Map.of("PATH", folder.toString())),
                folder,
                ENVIRONMENT);
    }

    private static void awaitFinished(RunningPlan run) {
        await().atMost(Duration.ofSeconds(30)).until(() -> run.events().stream().anyMatch(Finished.class::isInstance));
    }
}
