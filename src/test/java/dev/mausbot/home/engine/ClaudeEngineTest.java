package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.Requests.CONVERSATION;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.box.LaunchPlan;
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

class ClaudeEngineTest {
    private static final Engine CLAUDE = new ClaudeEngine();
    private static final String OTHER_SESSION = "00000000-1111-4222-8333-444444444444";

    @TempDir
    Path folder;

    private Path home;
    private Path bin;
    private Path npmPackage;

    @BeforeEach
    void installAsNpmDoes() throws IOException {
        folder = folder.toRealPath();
        home = Files.createDirectory(folder.resolve("home"));
        Path scope = Files.createDirectories(folder.resolve("node_modules/@anthropic-ai"));
        npmPackage = Files.createDirectories(scope.resolve("claude-code"));
        Path program = Files.createDirectory(npmPackage.resolve("bin")).resolve("claude.exe");
        Files.write(program, new byte[8192]);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Files.createDirectory(scope.resolve("claude-code-linux-x64"));
        Files.createDirectory(scope.resolve("another"));
        bin = Files.createDirectory(folder.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("claude"), program);
    }

    @Test
    void startsASessionCalledLikeTheConversation() {
        LaunchPlan plan = ready(Requests.first("hello", home, settings()));
        assertThat(plan.command())
                .startsWith(npmPackage.resolve("bin/claude.exe").toString(), "-p")
                .containsSubsequence("--input-format", "stream-json", "--output-format", "stream-json")
                .contains("--verbose", "--include-partial-messages")
                .containsSubsequence("--session-id", CONVERSATION)
                .doesNotContain("--resume", "--model", "hello");
        assertThat(plan.input()).isEqualTo(LaunchPlan.Input.KEPT_OPEN);
    }

    @Test
    void goesOnWithTheSessionOfALaterTurn() {
        assertThat(ready(Requests.later("hello", OTHER_SESSION, home, settings()))
                        .command())
                .containsSubsequence("--resume", OTHER_SESSION)
                .doesNotContain("--session-id");
    }

    @Test
    void bindsItsPackageAndTheNativeOneBesideIt() {
        assertThat(ready(Requests.first("hello", home, settings())).programs())
                .containsExactlyInAnyOrder(npmPackage, npmPackage.resolveSibling("claude-code-linux-x64"));
    }

    @Test
    void bindsJustTheProgramWhereNoPackageIsAroundIt() throws IOException {
        Path alone = Files.createDirectory(folder.resolve("alone"));
        Files.copy(
                npmPackage.resolve("bin/claude.exe"),
                alone.resolve("claude"),
                java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
        Map<String, String> settings = Map.of("PATH", alone.toString(), "ANTHROPIC_API_KEY", "k");
        assertThat(ready(Requests.first("hello", home, settings)).programs()).containsExactly(alone.resolve("claude"));
    }

    private static final Oversight.Helpers HELPERS =
            new Oversight.Helpers(List.of("/opt/it's/app", "ask"), List.of("/opt/it's/app", "hook"));

    private static String file(LaunchPlan plan, String name) {
        return plan.files().stream()
                .filter(file -> file.name().equals(name))
                .findFirst()
                .orElseThrow()
                .content();
    }

    @Test
    void asksThroughAServerBesideTheOwnersOwn() throws IOException {
        TurnRequest request = Requests.withServers(
                List.of(new McpServer.Local("notes", List.of("/bin/notes"), Map.of())), home, settings());
        LaunchPlan plan = ready(Requests.overseen(request, new Oversight(true, Optional.of(HELPERS))));
        assertThat(plan.command())
                .containsSubsequence("--permission-mode", "default")
                .containsSubsequence("--permission-prompt-tool", "mcp__omb__approve")
                .containsSubsequence("--allowedTools", "mcp__omb__ask_user")
                .containsSubsequence("--mcp-config", "/run/box/files/mcp.json", "--strict-mcp-config")
                .doesNotContain("bypassPermissions");
        JsonNode servers = new ObjectMapper().readTree(file(plan, "mcp.json")).path("mcpServers");
        assertThat(servers.fieldNames()).toIterable().containsExactly("notes", "omb");
        assertThat(servers.path("omb").path("command").asText()).isEqualTo("/opt/it's/app");
        assertThat(servers.path("omb").path("args").toString()).isEqualTo("[\"ask\"]");
    }

    @Test
    void tellsOfToolCallsWhetherItAsksOrNot() throws IOException {
        for (boolean asks : new boolean[] {true, false}) {
            LaunchPlan plan = ready(Requests.overseen(
                    Requests.first("hello", home, settings()), new Oversight(asks, Optional.of(HELPERS))));
            assertThat(plan.command()).containsSubsequence("--settings", "/run/box/files/claude-settings.json");
            assertThat(plan.command().contains("bypassPermissions")).isEqualTo(!asks);
            JsonNode hooks = new ObjectMapper()
                    .readTree(file(plan, "claude-settings.json"))
                    .path("hooks");
            assertThat(hooks.fieldNames()).toIterable().containsExactly("PreToolUse", "PostToolUse");
            assertThat(hooks.findValuesAsText("command"))
                    .containsExactly(
                            "'/opt/it'\\''s/app' 'hook' 'PreToolUse' '${hook-tokens}'",
                            "'/opt/it'\\''s/app' 'hook' 'PostToolUse' '${hook-tokens}'");
        }
    }

    @Test
    void isRefusedWhereItIsToAskAndHasNoBox() {
        Planned planned = new ClaudeEngine()
                .plan(Requests.overseen(
                        Requests.first("hello", home, settings()), new Oversight(true, Optional.empty())));
        assertThat(planned).isInstanceOf(Planned.Refused.class);
        assertThat(((Planned.Refused) planned).reason()).contains("OMB_BOT_BOX=1", "FULL");
    }

    @Test
    void writesThePromptAsOneLine() {
        assertThat(ready(Requests.first("two\nlines and \"quotes\"", home, settings()))
                        .prompt())
                .isEqualTo(
                        "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"two\\nlines and \\\"quotes\\\"\"}}\n");
    }

    @Test
    void interruptsByALineOfItsOwn() {
        assertThat(ready(Requests.first("hello", home, settings())).interruptLine())
                .contains(
                        "{\"type\":\"control_request\",\"request_id\":\"interrupt\",\"request\":{\"subtype\":\"interrupt\"}}\n");
    }

    @Test
    void passesOnItsOwnSettingsOnly() {
        Map<String, String> settings = Map.of(
                "PATH", bin.toString(),
                "ANTHROPIC_AUTH_TOKEN", "t",
                "ANTHROPIC_BASE_URL", "http://127.0.0.1:1",
                "ANTHROPIC_API_KEY", " ",
                "OPENAI_API_KEY", "other",
                "NODE_OPTIONS", "--require=/x");
        assertThat(ready(Requests.first("hello", home, settings)).environment())
                .containsOnly(
                        Map.entry("ANTHROPIC_AUTH_TOKEN", "t"),
                        Map.entry("ANTHROPIC_BASE_URL", "http://127.0.0.1:1"),
                        Map.entry("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
                        Map.entry("DISABLE_AUTOUPDATER", "1"));
    }

    @Test
    void listsItsServersInAFileAndUsesNoOthers() {
        List<McpServer> servers = List.of(
                new McpServer.Remote("docs"),
                new McpServer.Local("notes", List.of("/bin/notes", "-x"), Map.of("TOKEN", "t")));
        LaunchPlan plan = ready(Requests.withServers(servers, home, settings()));
        assertThat(plan.command())
                .containsSubsequence("--mcp-config", "/run/box/files/mcp.json", "--strict-mcp-config");
        assertThat(EnginePlans.file(plan, "mcp.json"))
                .isEqualTo("{\"mcpServers\":{\"docs\":{\"type\":\"http\",\"url\":\"${broker-url:mcp-docs}\"},"
                        + "\"notes\":{\"type\":\"stdio\",\"command\":\"/bin/notes\",\"args\":[\"-x\"],"
                        + "\"env\":{\"TOKEN\":\"t\"}}}}");
        assertThat(ready(Requests.first("hello", home, settings())).command()).doesNotContain("--mcp-config");
    }

    @Test
    void keepsTheKeyOutOfTheCommand() {
        Map<String, String> settings = Map.of("PATH", bin.toString(), "ANTHROPIC_API_KEY", "sk-very-private");
        LaunchPlan plan = ready(Requests.first("hello", home, settings));
        assertThat(plan.command()).noneMatch(argument -> argument.contains("sk-very-private"));
        assertThat(plan.prompt()).doesNotContain("sk-very-private");
    }

    @Test
    void refusesWithTheCommandThatInstallsIt() {
        Map<String, String> settings = Map.of("PATH", home + "::relative:" + folder, "ANTHROPIC_API_KEY", "k");
        assertThat(refusal(Requests.first("hello", home, settings)))
                .contains("not installed", "npm install -g @anthropic-ai/claude-code");
    }

    @Test
    void refusesThePlaceholderThatNpmLeavesWithoutInstallScripts() throws IOException {
        Files.write(npmPackage.resolve("bin/claude.exe"), new byte[500]);
        assertThat(refusal(Requests.first("hello", home, settings())))
                .contains("node install.cjs", npmPackage.toString());
    }

    @Test
    void refusesWithoutAKeyAndNamesWhatToSet() {
        assertThat(refusal(Requests.first("hello", home, Map.of("PATH", bin.toString()))))
                .contains("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", ".credentials.json");
    }

    @Test
    void takesALoginInPlaceOfAKey() throws IOException {
        Files.writeString(Files.createDirectory(home.resolve(".claude")).resolve(".credentials.json"), "{}");
        assertThat(ready(Requests.first("hello", home, Map.of("PATH", bin.toString())))
                        .environment())
                .doesNotContainKey("ANTHROPIC_API_KEY");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--dangerously-skip-permissions", "", "../x", "6f1b2a4e-0000-4000-8000-1234567890ab\n"})
    void refusesASessionThatIsNotAUuid(String session) {
        assertThat(refusal(Requests.later("hello", session, home, settings()))).contains("UUID");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--mcp-config=/x", "", "a b", "sonnet\n"})
    void refusesAModelThatIsNotAName(String model) {
        assertThat(refusal(Requests.withModel(model, home, settings()))).contains("model");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sonnet", "claude-opus-4-8[1m]", "us.anthropic.claude-3:0"})
    void passesAModelOn(String model) {
        assertThat(ready(Requests.withModel(model, home, settings())).command()).containsSubsequence("--model", model);
    }

    private Map<String, String> settings() {
        return Map.of("PATH", "/nowhere:" + bin, "ANTHROPIC_API_KEY", "k");
    }

    private static LaunchPlan ready(TurnRequest request) {
        if (CLAUDE.plan(request) instanceof Planned.Ready(LaunchPlan plan)) {
            return plan;
        }
        throw new AssertionError("refused: " + CLAUDE.plan(request));
    }

    private static String refusal(TurnRequest request) {
        if (CLAUDE.plan(request) instanceof Planned.Refused(String reason)) {
            return reason;
        }
        throw new AssertionError("not refused: " + request);
    }
}
