package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.EnginePlans.file;
import static dev.mausbot.home.engine.EnginePlans.install;
import static dev.mausbot.home.engine.EnginePlans.ready;
import static dev.mausbot.home.engine.EnginePlans.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.engine.McpServer.Local;
import dev.mausbot.home.engine.McpServer.Remote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenCodeEngineTest {
    private static final Engine OPENCODE = new OpenCodeEngine();
    private static final Engine BY_ACP = new OpenCodeAcpEngine();
    private static final String KEY = "sk-very-private";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private Map<String, String> settings = Map.of();

    @BeforeEach
    void installIt() throws IOException {
        folder = folder.toRealPath();
        settings = Map.of(
                "PATH",
                install(folder, "opencode"),
                "GROQ_API_KEY",
                KEY,
                "ANTHROPIC_API_KEY",
                KEY,
                "GROQ_BASE_URL",
                "https://gate.example/v1");
    }

    @Test
    void asksBeforeAllButLookingWhereSomebodyIsToBeAsked() throws IOException {
        TurnRequest request = Requests.withModel("groq/model-1", folder, settings);
        assertThat(OPENCODE.asks()).isFalse();
        assertThat(BY_ACP.asks()).isTrue();
        JsonNode rules = config(
                        ready(BY_ACP, Requests.overseen(request, new Oversight(true, java.util.Optional.empty()))))
                .path("permission");
        assertThat(rules.path("*").asText()).isEqualTo("ask");
        assertThat(rules.path("read").asText()).isEqualTo("allow");
        assertThat(rules.has("bash")).isFalse();
    }

    @Test
    void reachesEveryProviderWithAKeyThroughTheBroker() throws IOException {
        LaunchPlan plan = ready(OPENCODE, Requests.withModel("groq/new/model-1", folder, settings));
        assertThat(plan.environment())
                .containsEntry("GROQ_API_KEY", KEY)
                .containsEntry("GROQ_BASE_URL", "https://gate.example/v1")
                .containsEntry("OPENCODE_CONFIG", "/run/box/files/opencode.json")
                .containsEntry("OPENCODE_DISABLE_AUTOUPDATE", "true")
                .containsEntry("OPENCODE_DISABLE_MODELS_FETCH", "true")
                // In a box it could not write into the folder's .opencode, and would end.
                .containsEntry("OPENCODE_DISABLE_PROJECT_CONFIG", "true");
        JsonNode config = config(plan);
        assertThat(config.path("permission").asText()).isEqualTo("allow");
        assertThat(config.path("provider")).isEqualTo(JSON.readTree("""
                        {"anthropic":{"options":{"baseURL":"http://127.0.0.1:18080/b/-/anthropic/v1","apiKey":"{env:ANTHROPIC_API_KEY}"}},
                         "groq":{"options":{"baseURL":"http://127.0.0.1:18080/b/-/groq","apiKey":"{env:GROQ_API_KEY}"},"models":{"new/model-1":{}}}}
                        """));
        assertThat(config.has("mcp")).isFalse();
    }

    /** Where OpenCode 1.18.33 sends what it says to each: below this address, in these words. */
    @ParameterizedTest
    @CsvSource({
        "KIMI_API_KEY, kimi-code-plan-cn, kimi",
        "MINIMAX_API_KEY, minimax, minimax/v1",
        "DEEPSEEK_API_KEY, deepseek, deepseek",
        "GEMINI_API_KEY, google, gemini/v1beta",
    })
    void leadsAProviderToItsGrant(String key, String provider, String path) throws IOException {
        LaunchPlan plan =
                ready(OPENCODE, Requests.first("hello", folder, Map.of("PATH", settings.get("PATH"), key, KEY)));
        assertThat(plan.environment()).containsEntry(key, KEY);
        JsonNode options = config(plan).path("provider").path(provider).path("options");
        assertThat(options.path("baseURL").asText()).isEqualTo("http://127.0.0.1:18080/b/-/" + path);
        assertThat(options.path("apiKey").asText()).isEqualTo("{env:" + key + "}");
    }

    @Test
    void keepsToWhatItsWorkFolderSaysToAnyAgent() throws IOException {
        TurnRequest request = Requests.first("hello", folder, settings);
        assertThat(config(ready(OPENCODE, request)).has("instructions")).isFalse();
        for (String name : List.of("CLAUDE.md", "AGENTS.md")) {
            Files.writeString(folder.resolve(name), "be brief");
            assertThat(config(ready(OPENCODE, request)).path("instructions"))
                    .singleElement()
                    .satisfies(file -> assertThat(file.asText())
                            .isEqualTo(folder.resolve(name).toString()));
        }
    }

    @Test
    void takesItsPromptFromStandardInput() {
        LaunchPlan plan = ready(OPENCODE, Requests.later("--hello", "ses_1aB", folder, settings));
        assertThat(plan.command())
                .startsWith(folder.resolve("opencode").toString(), "run", "--format", "json")
                .containsSubsequence("--session", "ses_1aB")
                .doesNotContain("--model")
                .noneMatch(argument -> argument.contains("hello") || argument.contains(KEY));
        assertThat(plan.prompt()).isEqualTo("--hello");
        assertThat(plan.input()).isEqualTo(LaunchPlan.Input.CLOSED_AFTER_PROMPT);
    }

    @Test
    void writesTheServersIntoItsConfigurationOnlyWhereTheyDoNotComeWithTheSession() throws IOException {
        TurnRequest request = Requests.withServers(
                List.of(new Remote("docs"), new Local("notes", List.of("/bin/notes", "-x"), Map.of("A", "b"))),
                folder,
                settings);
        assertThat(config(ready(OPENCODE, request)).path("mcp")).isEqualTo(JSON.readTree("""
                        {"docs":{"type":"remote","url":"${broker-url:mcp-docs}","oauth":false},
                         "notes":{"type":"local","command":["/bin/notes","-x"],"environment":{"A":"b"}}}
                        """));
        assertThat(config(ready(BY_ACP, request)).has("mcp")).isFalse();
    }

    @Test
    void speaksAcpAsWell() {
        LaunchPlan plan = ready(BY_ACP, Requests.first("hello", folder, settings));
        assertThat(plan.command()).containsExactly(folder.resolve("opencode").toString(), "acp");
        assertThat(plan.input()).isEqualTo(LaunchPlan.Input.KEPT_OPEN);
        assertThat(plan.prompt())
                .startsWith("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"")
                .endsWith("}\n");
    }

    @Test
    void takesALoginInPlaceOfAKey() throws IOException {
        Files.writeString(
                Files.createDirectories(folder.resolve(".local/share/opencode")).resolve("auth.json"), "{}");
        assertThat(ready(OPENCODE, Requests.first("hello", folder, Map.of("PATH", folder.toString())))
                        .environment())
                .containsKey("OPENCODE_CONFIG");
    }

    @Test
    void refusesWithWhatToDoAboutIt() throws IOException {
        assertThat(refusal(OPENCODE, Requests.first("hello", folder, Map.of("PATH", folder.toString()))))
                .contains("ANTHROPIC_API_KEY", "opencode auth login");
        assertThat(refusal(OPENCODE, Requests.first("hello", folder, Map.of("GROQ_API_KEY", "k"))))
                .contains("not installed", "npm install -g opencode-ai");
        Path npm = Files.createDirectories(folder.resolve("node_modules/opencode-ai/bin"));
        install(npm, "opencode.exe");
        Files.write(npm.resolve("opencode.exe"), new byte[500]);
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("opencode"), npm.resolve("opencode.exe"));
        assertThat(refusal(
                        OPENCODE, Requests.first("hello", folder, Map.of("PATH", bin.toString(), "GROQ_API_KEY", "k"))))
                .contains("node postinstall.mjs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--share", "", "ses_", "ses_../x", "ses_1\n"})
    void refusesASessionThatIsNotOne(String session) {
        assertThat(refusal(OPENCODE, Requests.later("hello", session, folder, settings)))
                .contains("ses_");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sonnet", "--x/y", "", "a/b c", "a/"})
    void refusesAModelWithoutItsProvider(String model) {
        assertThat(refusal(OPENCODE, Requests.withModel(model, folder, settings)))
                .contains("anthropic/");
        assertThat(refusal(BY_ACP, Requests.withModel(model, folder, settings))).contains("anthropic/");
    }

    private static JsonNode config(LaunchPlan plan) throws IOException {
        return JSON.readTree(file(plan, "opencode.json"));
    }
}
