package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.EnginePlans.file;
import static dev.mausbot.home.engine.EnginePlans.install;
import static dev.mausbot.home.engine.EnginePlans.ready;
import static dev.mausbot.home.engine.EnginePlans.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.engine.McpServer.Local;
import dev.mausbot.home.engine.McpServer.Remote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodexEngineTest {
    private static final Engine CODEX = new CodexEngine();
    private static final String KEY = "sk-very-private";
    private static final String THREAD = "01a22d86-4c4b-76b3-8737-bd7f7578a4f6";

    @TempDir
    Path folder;

    private Map<String, String> settings = Map.of();

    @BeforeEach
    void installIt() throws IOException {
        folder = folder.toRealPath();
        settings = Map.of("PATH", install(folder, "codex"), "OPENAI_API_KEY", KEY, "ANTHROPIC_API_KEY", "other");
    }

    @Test
    void takesItsPromptFromStandardInputAndItsKeyFromTheEnvironment() {
        LaunchPlan plan = ready(CODEX, Requests.first("--hello", folder, settings));
        assertThat(plan.command())
                .startsWith(folder.resolve("codex").toString(), "exec", "--json", "--skip-git-repo-check")
                .contains(
                        "--dangerously-bypass-approvals-and-sandbox",
                        "model_providers.omb={name=\"omb\",base_url=\"http://127.0.0.1:18080/b/-/openai\","
                                + "env_key=\"OPENAI_API_KEY\",wire_api=\"responses\"}",
                        "model_provider=\"omb\"")
                .endsWith("-")
                .doesNotContain("resume", "-m")
                .noneMatch(argument -> argument.contains(KEY) || argument.contains("hello"));
        assertThat(plan.environment()).containsExactly(Map.entry("OPENAI_API_KEY", KEY));
        assertThat(plan.prompt()).isEqualTo("--hello");
        assertThat(plan.input()).isEqualTo(LaunchPlan.Input.CLOSED_AFTER_PROMPT);
        assertThat(plan.interruptLine()).isEmpty();
    }

    @Test
    void speaksItsProtocolWhereTheOwnerIsToBeAsked() {
        assertThat(CODEX.asks()).isTrue();
        TurnRequest request = Requests.overseen(
                Requests.as(
                        Requests.withServers(List.of(new Remote("docs")), folder, settings),
                        Optional.of(THREAD),
                        Optional.of("gpt-5-codex")),
                new Oversight(true, Optional.empty()));
        LaunchPlan plan = ready(CODEX, request);
        assertThat(plan.command())
                .startsWith(folder.resolve("codex").toString(), "app-server")
                .contains("model_provider=\"omb\"", "analytics.enabled=false")
                .anyMatch(argument -> argument.startsWith("mcp_servers.docs="))
                .doesNotContain("--dangerously-bypass-approvals-and-sandbox", "resume", "-m", THREAD, "-")
                .noneMatch(argument -> argument.contains(KEY) || argument.contains("hello"));
        assertThat(plan.environment())
                .containsEntry("OPENAI_API_KEY", KEY)
                .containsEntry("CODEX_MCP_TOKEN_DOCS", "${broker-token:mcp-docs}");
        assertThat(plan.prompt()).contains("\"method\":\"initialize\"").endsWith("}\n");
        assertThat(plan.input()).isEqualTo(LaunchPlan.Input.KEPT_OPEN);
        assertThat(CODEX.decoder(request)).isInstanceOf(CodexAppDecoder.class);
        assertThat(CODEX.decoder(Requests.first("hello", folder, settings))).isInstanceOf(CodexDecoder.class);
    }

    @Test
    void goesOnWithTheThreadOfALaterTurn() {
        assertThat(ready(CODEX, Requests.later("again", THREAD, folder, settings))
                        .command())
                .containsSubsequence("exec", "resume", "--json")
                .endsWith(THREAD, "-");
    }

    @Test
    void keepsWhatIsPrivateOfAServerOutOfTheCommand() {
        LaunchPlan plan = ready(
                CODEX,
                Requests.withServers(
                        List.of(
                                new Remote("my-docs"),
                                new Local("notes", List.of("/bin/notes", "it's"), Map.of("TOKEN", "a'b\nc"))),
                        folder,
                        settings));
        assertThat(plan.command())
                .contains(
                        "mcp_servers.my-docs={url=\"http://127.0.0.1:18080/b/-/mcp-my-docs\","
                                + "bearer_token_env_var=\"CODEX_MCP_TOKEN_MY_DOCS\"}",
                        "mcp_servers.notes={command=\"/bin/sh\",args=[\"/run/box/files/mcp-notes.sh\"]}")
                .noneMatch(argument -> argument.contains("a'b") || argument.contains("/bin/notes"));
        assertThat(plan.environment()).containsEntry("CODEX_MCP_TOKEN_MY_DOCS", "${broker-token:mcp-my-docs}");
        assertThat(file(plan, "mcp-notes.sh")).isEqualTo("export 'TOKEN=a'\\''b\nc'\nexec '/bin/notes' 'it'\\''s'\n");
    }

    @Test
    void startsAServerWithItsSettingsAndArguments() throws Exception {
        LaunchPlan plan = ready(
                CODEX,
                Requests.withServers(
                        List.of(new Local(
                                "n",
                                List.of("/bin/sh", "-c", "printf '%s|%s' \"$1\" \"$V\"", "n", "$(id) 'x'"),
                                Map.of("V", "`id`"))),
                        folder,
                        settings));
        Process server = new ProcessBuilder(
                        "/bin/sh",
                        Files.writeString(folder.resolve("n.sh"), file(plan, "mcp-n.sh"))
                                .toString())
                .start();
        assertThat(new String(server.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("$(id) 'x'|`id`");
    }

    @Test
    void usesALoginWithoutTheBrokersProvider() throws IOException {
        Files.writeString(Files.createDirectory(folder.resolve(".codex")).resolve("auth.json"), "{}");
        LaunchPlan plan = ready(CODEX, Requests.first("hello", folder, Map.of("PATH", folder.toString())));
        assertThat(plan.command()).noneMatch(argument -> argument.contains("model_provider"));
        assertThat(plan.environment()).isEmpty();
    }

    @Test
    void refusesWithWhatToDoAboutIt() {
        assertThat(refusal(CODEX, Requests.first("hello", folder, Map.of("PATH", folder.toString()))))
                .contains("OPENAI_API_KEY", "codex login", ".codex/auth.json");
        assertThat(refusal(CODEX, Requests.first("hello", folder, Map.of("PATH", "/nowhere", "OPENAI_API_KEY", "k"))))
                .contains("not installed", "npm install -g @openai/codex");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--last", "", "../x", THREAD + "\n"})
    void refusesASessionThatIsNotAThread(String session) {
        assertThat(refusal(CODEX, Requests.later("hello", session, folder, settings)))
                .contains("UUID");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--config=x", "", "a b", "gpt\n"})
    void refusesAModelThatIsNotAName(String model) {
        assertThat(refusal(CODEX, Requests.withModel(model, folder, settings))).contains("model");
    }

    @Test
    void passesAModelOn() {
        assertThat(ready(CODEX, Requests.withModel("gpt-5-codex", folder, settings))
                        .command())
                .containsSubsequence("-m", "gpt-5-codex");
    }
}
