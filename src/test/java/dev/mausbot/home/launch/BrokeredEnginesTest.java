package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.engine.Engine;
import dev.mausbot.home.engine.Engines;
import dev.mausbot.home.engine.Planned;
import dev.mausbot.home.engine.StubProvider;
import dev.mausbot.home.engine.TurnEvent;
import dev.mausbot.home.engine.TurnRequest;
import dev.mausbot.home.gate.Caller;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Real engines work through the broker: the provider gets the real key, and it is found nowhere in the box, in no argument
 * list and in no file that the run touched.
 */
class BrokeredEnginesTest {
    private static final String KEY = "sk-canary-0123456789abcdef";
    private static final String CONVERSATION = "0f6ab1c2-58d1-4a52-9c7e-3f1f62d2a001";
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Caller CALLER = Caller.ofTurn("b1", CONVERSATION, "t1");

    /** Looks wherever a boxed process can look; its own words hold only a part of the key. */
    private static final String LOOK = "env; cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr '\\0' ' ';"
            + " cat /run/box/files/* 2>/dev/null; grep -rs canary-0123 ~ /tmp /run 2>/dev/null; echo looked";

    /** A real engine. */
    enum Client {
        CLAUDE("claude", "OMB_TEST_CLAUDE", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "", Optional.empty()),
        CODEX("codex", "OMB_TEST_CODEX", "OPENAI_API_KEY", "OPENAI_BASE_URL", "/v1", Optional.of("stub-model")),
        OPENCODE(
                "opencode",
                "OMB_TEST_OPENCODE",
                "OPENAI_API_KEY",
                "OPENAI_BASE_URL",
                "/v1",
                Optional.of("openai/stub-model"));

        private final String id;
        private final String program;
        private final String key;
        private final String baseUrl;
        private final String below;
        private final Optional<String> model;

        Client(String id, String program, String key, String baseUrl, String below, Optional<String> model) {
            this.id = id;
            this.program = program;
            this.key = key;
            this.baseUrl = baseUrl;
            this.below = below;
            this.model = model;
        }
    }

    @TempDir
    private Path folder;

    private final LaunchHouse house = LaunchHouse.open();
    private final StubProvider provider = new StubProvider();

    BrokeredEnginesTest() throws IOException {}

    @AfterEach
    void closeHouse() throws IOException {
        provider.close();
        house.close();
    }

    private TurnRequest request(Client client, String message) throws IOException {
        Path link = folder.resolve(client.id);
        Files.createSymbolicLink(link, Path.of(System.getenv(client.program)));
        Map<String, String> settings = new TreeMap<>(Map.of(
                "PATH",
                folder + ":/usr/local/bin:/usr/bin:/bin",
                client.key,
                KEY,
                client.baseUrl,
                provider.url() + client.below));
        return new TurnRequest(
                message,
                CONVERSATION,
                Optional.empty(),
                client.model,
                house.surroundings.home(),
                house.surroundings.botFolder("b1"),
                settings,
                List.of());
    }

    @ParameterizedTest
    @EnumSource
    void keepsTheKeyOutsideAndTheEngineAtWork(Client client) throws Exception {
        if (System.getenv(client.program) == null
                || System.getProperty("user.name").equals("root")) {
            String skipped = "SKIPPED: no turn of " + client.id + " was tried through the broker, because "
                    + client.program + " does not name it, or as root";
            System.out.println(skipped);
            Assumptions.abort(skipped);
        }
        Engine engine = new Engines().byId(client.id).orElseThrow();
        TurnRequest request = request(client, "RUN:" + LOOK + ":END");
        LaunchPlan plan = ((Planned.Ready) engine.plan(request)).plan();
        try (BoxedRun run = house.start(house.request(CALLER, plan))) {
            Transcript transcript = new Transcript(run, engine.decoder(request));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(transcript.only(TurnEvent.ToolCall.class))
                            .as("asked %s, told %s", provider.asked(), transcript.only(TurnEvent.class))
                            .isNotEmpty());
            assertThat(argumentLists()).doesNotContain(KEY).doesNotContain("omb_t0_");
            if (plan.input() == LaunchPlan.Input.KEPT_OPEN) {
                transcript.awaitFinished();
                run.input().close();
            }
            transcript.end();
            assertThat(transcript.only(TurnEvent.Finished.class))
                    .singleElement()
                    .satisfies(
                            end -> assertThat(end.succeeded()).as(end.message()).isTrue());
            assertThat(transcript.only(TurnEvent.ToolResult.class))
                    .anySatisfy(result -> assertThat(result.output())
                            .contains("looked")
                            .contains("omb_t0_")
                            .doesNotContain(KEY));
        }
        assertThat(provider.asked())
                .isNotEmpty()
                .allSatisfy(asked -> assertThat(asked.credential()).isIn(KEY, "Bearer " + KEY));
        assertThat(filesThatHoldTheKey(house.data)).isEmpty();
        assertThat(house.events.toString()).doesNotContain(KEY);
    }

    private static String argumentLists() {
        StringBuilder all = new StringBuilder();
        ProcessHandle.allProcesses()
                .map(process -> Path.of("/proc/" + process.pid() + "/cmdline"))
                .filter(Files::isReadable)
                .forEach(file -> {
                    try {
                        all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
                    } catch (IOException gone) {
                        assertThat(gone).isNotNull();
                    }
                });
        return all.toString();
    }

    private static List<Path> filesThatHoldTheKey(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .filter(Files::isReadable)
                    .filter(BrokeredEnginesTest::holdsTheKey)
                    .toList();
        }
    }

    private static boolean holdsTheKey(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).contains(KEY);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
