package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.box.BoxFolders;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.box.LaunchPlan.PlannedFile;
import dev.mausbot.home.broker.BoxGrants;
import dev.mausbot.home.broker.Grant;
import dev.mausbot.home.broker.Grants;
import dev.mausbot.home.broker.Provider;
import dev.mausbot.home.broker.Providers;
import dev.mausbot.home.broker.UpstreamUrl;
import dev.mausbot.home.engine.Engines;
import dev.mausbot.home.engine.Planned;
import dev.mausbot.home.engine.TurnRequest;
import dev.mausbot.home.gate.Caller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeySwapTest {
    private static final Caller CALLER = new Caller("box", "bot", "conversation", "turn");
    private static final String CANARY = "sk-canary";
    private static final String TOKEN = "omb_t0_[A-Za-z0-9_-]{43}";
    private static final String BROKER = "http://127.0.0.1:18080/b/";

    private final Grants grants = new Grants(InstantSource.system());

    private KeySwap swap(BoxOrder order) {
        BoxGrants box = grants.forBox(CALLER);
        return KeySwap.of(order, box, grants.mcp());
    }

    private BoxOrder swapped(BoxOrder order) {
        return swap(order) instanceof KeySwap.Swapped(BoxOrder it, Filling _) ? it : order;
    }

    private static BoxOrder order(
            Map<String, String> environment, List<String> command, List<PlannedFile> files, String... servers) {
        Path nowhere = Path.of("/nowhere");
        BoxFolders folders = new BoxFolders(
                nowhere,
                nowhere,
                BoxFolders.Home.real(nowhere),
                Optional.empty(),
                nowhere,
                List.of(),
                List.of(),
                List.of());
        List<Grant.OfMcpServer> granted = List.of(servers).stream()
                .map(name -> new Grant.OfMcpServer(
                        name,
                        UpstreamUrl.of("https://example.com/mcp").orElseThrow(),
                        Map.of("Authorization", new Secret(CANARY))))
                .toList();
        return BoxOrders.of(CALLER, folders, environment, command, files, granted);
    }

    @ParameterizedTest
    @CsvSource({
        "ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, anthropic",
        "ANTHROPIC_AUTH_TOKEN, ANTHROPIC_BASE_URL, anthropic",
        "OPENAI_API_KEY, OPENAI_BASE_URL, openai",
        "GEMINI_API_KEY, GOOGLE_GEMINI_BASE_URL, gemini",
        "GOOGLE_API_KEY, GOOGLE_GEMINI_BASE_URL, gemini",
    })
    void putsTheTokenInAKeysPlaceAndTheBrokerInItsBaseUrls(String key, String base, String provider) {
        for (Map<String, String> given :
                List.of(Map.of(key, CANARY), Map.of(key, CANARY, base, "http://10.0.0.1/gateway"))) {
            Map<String, String> environment =
                    swapped(order(given, List.of("engine"), List.of())).environment();

            assertThat(environment).containsOnlyKeys(key, base);
            assertThat(environment.get(key)).matches(TOKEN);
            assertThat(environment).containsEntry(base, BROKER + environment.get(key) + "/" + provider);
            assertThat(KeySwap.rawKeys(environment)).isEmpty();
        }
    }

    @Test
    void usesOneTokenForAllProvidersOfABox() {
        Map<String, String> environment = swapped(order(
                        Map.of("ANTHROPIC_API_KEY", CANARY, "ANTHROPIC_AUTH_TOKEN", CANARY, "OPENAI_API_KEY", CANARY),
                        List.of("engine"),
                        List.of()))
                .environment();

        assertThat(environment.get("ANTHROPIC_API_KEY"))
                .isEqualTo(environment.get("ANTHROPIC_AUTH_TOKEN"))
                .isEqualTo(environment.get("OPENAI_API_KEY"));
    }

    @Test
    void leavesAPlanWithoutKeysAsItIs() {
        Map<String, String> given = Map.of("ANTHROPIC_MODEL", "m", "ANTHROPIC_BASE_URL", "https://example.com");

        assertThat(swapped(order(given, List.of("engine"), List.of())).environment())
                .isEqualTo(given);
    }

    @Test
    void keepsAKeyOutsideWhereThePlansOwnSettingsLeadToTheBroker() {
        Map<String, String> given = Map.of("XAI_API_KEY", CANARY);
        PlannedFile config = new PlannedFile("opencode.json", "{\"baseURL\":\"" + BROKER + "-/xai\"}");

        Map<String, String> environment =
                swapped(order(given, List.of("engine"), List.of(config))).environment();
        assertThat(environment.get("XAI_API_KEY")).matches(TOKEN);
    }

    /** The table says which engines lead a provider's calls to the broker; here the engine is asked. */
    @ParameterizedTest
    @MethodSource("byConfig")
    void keepsOutsideWhatTheTableSaysThatAnEngineKeepsOutside(String id, Provider provider, @TempDir Path folder)
            throws IOException {
        Path program = Files.writeString(folder.toRealPath().resolve("opencode"), "x".repeat(5000));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        String key = provider.keys().getFirst().variable();
        Map<String, String> settings = Map.of("PATH", folder.toRealPath().toString(), key, CANARY);
        TurnRequest request =
                new TurnRequest("hello", "c1", Optional.empty(), Optional.empty(), folder, folder, settings, List.of());
        Planned planned = new Engines().byId(id).orElseThrow().plan(request);
        assertThat(planned).isInstanceOf(Planned.Ready.class);
        LaunchPlan plan = ((Planned.Ready) planned).plan();

        BoxOrder box = swapped(order(plan.environment(), plan.command(), plan.files()));
        assertThat(box.environment().get(key)).matches(TOKEN);
        assertThat(box.toString()).doesNotContain(CANARY);
    }

    static Stream<Arguments> byConfig() {
        return Providers.all().stream()
                .filter(provider -> provider.how() instanceof Provider.How.ByConfig)
                .flatMap(provider -> ((Provider.How.ByConfig) provider.how())
                        .engines().stream().map(engine -> Arguments.of(engine, provider)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", BROKER + "-/xai-other", "http://127.0.0.1:1/b/-/xai"})
    void leavesAndNamesAKeyThatNoSettingLeadsToTheBroker(String setting) {
        Map<String, String> given = Map.of("XAI_API_KEY", CANARY, "CURSOR_API_KEY", CANARY);

        Map<String, String> environment =
                swapped(order(given, List.of("engine", setting), List.of())).environment();
        assertThat(environment).isEqualTo(given);
        assertThat(KeySwap.rawKeys(environment)).containsExactlyInAnyOrder("XAI_API_KEY", "CURSOR_API_KEY");
    }

    @Test
    void fillsInTheAddressesThatFilesLeaveOpen() {
        BoxOrder order = order(
                Map.of("OPENAI_API_KEY", CANARY),
                List.of("engine", "${broker-url:mcp-docs}"),
                List.of(new PlannedFile(
                        "mcp.json", "${broker-url:mcp-docs} ${broker-url:mcp-wiki} ${broker-url:openai} ${x}")),
                "docs",
                "wiki");

        BoxOrder swapped = swapped(order);

        String[] words = swapped.files().getFirst().content().split(" ", -1);
        assertThat(words[0]).matches(BROKER + TOKEN + "/mcp-docs");
        assertThat(words[1]).isEqualTo(words[0].replace("mcp-docs", "mcp-wiki"));
        assertThat(words[2]).matches(BROKER + TOKEN + "/openai");
        assertThat(words[3]).isEqualTo("${x}");
        assertThat(swapped.command()).as("no token in an argument list").isEqualTo(order.command());
        assertThat(swapped.files().toString()).doesNotContain(CANARY);
    }

    @Test
    void refusesAPlanThatNamesWhatIsNotGranted() {
        PlannedFile file = new PlannedFile("mcp.json", "${broker-url:mcp-other}");

        assertThat(swap(order(Map.of(), List.of("engine"), List.of(file), "docs")))
                .isInstanceOf(KeySwap.Refused.class);
    }

    @ParameterizedTest
    @CsvSource({"OPENAI_BASE_URL, not a url", "OPENAI_BASE_URL, https://me:sk-canary@example.com"})
    void refusesABaseUrlThatIsNone(String variable, String value) {
        KeySwap result = swap(order(Map.of("OPENAI_API_KEY", CANARY, variable, value), List.of("engine"), List.of()));

        assertThat(result).isInstanceOf(KeySwap.Refused.class);
        assertThat(result.toString()).contains(variable).doesNotContain(CANARY);
    }

    @Test
    void refusesAKeyThatWouldBecomeTwoHeaders() {
        KeySwap result = swap(order(Map.of("OPENAI_API_KEY", CANARY + "\r\nHost: x"), List.of("engine"), List.of()));

        assertThat(result).isInstanceOf(KeySwap.Refused.class);
        assertThat(result.toString()).doesNotContain(CANARY);
    }
}
