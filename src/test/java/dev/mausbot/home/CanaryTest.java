package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.box.BoxWorks;
import dev.mausbot.home.engine.StubProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Where a key and a prompt get to in the built server, with real engines in real boxes: the stored key is nowhere but at
 * its provider, and the prompt only in the database and in the engine's own memory of the conversation.
 */
@Tag("end-to-end")
class CanaryTest {
    private static final String KEY = "sk-canary-0123456789abcdef";
    private static final String PROMPT = "canary prompt " + "fedcba9876543210";
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long LARGEST_FILE = 64L * 1024 * 1024;

    /** Holds the turn open in its shell tool until the test has looked around. */
    private static final String HOLD = "touch started; until [ -e go ]; do sleep 0.1; done; echo went";

    /** A real engine and the provider that it is used with. */
    enum Client {
        CLAUDE("claude", "OMB_TEST_CLAUDE", "anthropic", "", Optional.empty()),
        CODEX("codex", "OMB_TEST_CODEX", "openai", "/v1", Optional.of("stub-model")),
        OPENCODE("opencode", "OMB_TEST_OPENCODE", "openai", "/v1", Optional.of("openai/stub-model"));

        private final String id;
        private final String program;
        private final String provider;
        private final String below;
        private final Optional<String> model;

        Client(String id, String program, String provider, String below, Optional<String> model) {
            this.id = id;
            this.program = program;
            this.provider = provider;
            this.below = below;
            this.model = model;
        }
    }

    @TempDir
    private Path folder;

    private Path home;
    private StubProvider provider;

    @BeforeEach
    void openProvider() throws Exception {
        ServeProcess.app();
        BoxWorks.assumeHere();
        home = Files.createDirectory(folder.toRealPath().resolve("home"));
        provider = new StubProvider();
    }

    @AfterEach
    void closeProvider() {
        if (provider != null) {
            provider.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void getsNowhereElse(Client client) throws Exception {
        String program = System.getenv().getOrDefault(client.program, "");
        if (program.isBlank()) {
            String skipped = "SKIPPED: no canary was followed through " + client.id + ", because " + client.program
                    + " does not name it";
            System.out.println(skipped);
            Assumptions.abort(skipped);
        }
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Files.createSymbolicLink(bin.resolve(client.id), Path.of(program));
        Instant begun = Instant.now().minusSeconds(1);
        try (ServeProcess server = ServeProcess.start(home, Map.of("PATH", bin + ":/usr/local/bin:/usr/bin:/bin"))) {
            String turn = begin(server, client);
            Path work = onlyFolderIn(home.resolve(".openmausbot/workspaces"));
            await().atMost(PATIENCE)
                    .failFast("it ended early", () -> server.state(turn).equals("FAILED"))
                    .until(() -> Files.exists(work.resolve("started")));
            assertNoProcessShows("cmdline", PROMPT, KEY, "omb_t0_");
            assertNoProcessShows("environ", PROMPT, KEY);
            Files.createFile(work.resolve("go"));
            await().atMost(PATIENCE).until(() -> !List.of("QUEUED", "RUNNING").contains(server.state(turn)));
            assertThat(server.state(turn)).isEqualTo("FINISHED");
            assertThat(server.said()).doesNotContain(PROMPT).doesNotContain(KEY);
        }
        assertThat(provider.asked())
                .isNotEmpty()
                .allSatisfy(asked -> assertThat(asked.credential()).isIn(KEY, "Bearer " + KEY));
        List<Path> touched = filesSince(begun);
        assertThat(holding(touched, KEY)).as("files with the key").isEmpty();
        List<Path> told = holding(touched, PROMPT);
        Path data = home.resolve(".openmausbot");
        assertThat(told)
                .as("files with the prompt")
                .anyMatch(file -> file.startsWith(data.resolve("engine-homes")))
                .anyMatch(file -> isDatabase(data, file))
                .allMatch(file -> file.startsWith(data.resolve("engine-homes")) || isDatabase(data, file));
    }

    private String begin(ServeProcess server, Client client) throws Exception {
        server.put("/api/providers/" + client.provider, Map.of("key", KEY, "baseUrl", provider.url() + client.below));
        Map<String, String> bot = new HashMap<>(Map.of("name", "Ada", "engine", client.id, "approvals", "FULL"));
        client.model.ifPresent(model -> bot.put("model", model));
        String id = server.post("/api/bots", bot).get("id").asText();
        String conversation = server.post("/api/conversations", Map.of("bot", id, "title", "t"))
                .get("id")
                .asText();
        return server.turn(conversation, PROMPT + " RUN:" + HOLD + ":END");
    }

    /** The bot's own folder, which is made when its first turn starts. */
    private static Path onlyFolderIn(Path folder) {
        await().atMost(PATIENCE)
                .until(() -> Files.isDirectory(folder) && !list(folder).isEmpty());
        assertThat(list(folder)).hasSize(1);
        return list(folder).getFirst();
    }

    private static List<Path> list(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    private static boolean isDatabase(Path data, Path file) {
        Path inData = data.relativize(file);
        return inData.getNameCount() == 1 && inData.toString().contains(".db");
    }

    /** Looks at every process of the machine that this user may look at, in a box or not. */
    private static void assertNoProcessShows(String file, String... secrets) {
        List<Path> shown = ProcessHandle.allProcesses()
                .map(process -> Path.of("/proc", Long.toString(process.pid()), file))
                .filter(one -> Stream.of(secrets).anyMatch(read(one)::contains))
                .toList();
        assertThat(shown).as("processes whose %s holds a canary", file).isEmpty();
    }

    /** Everything of this user's, in every folder where programs leave things, that was written since then. */
    private List<Path> filesSince(Instant begun) throws IOException {
        List<Path> touched = new ArrayList<>();
        for (Path root : List.of(folder.toRealPath(), Path.of("/tmp"), Path.of("/var/tmp"), Path.of("/dev/shm"))) {
            try (Stream<Path> all = Files.find(
                    root,
                    Integer.MAX_VALUE,
                    (file, is) -> is.isRegularFile() && isSince(is.lastModifiedTime(), begun))) {
                all.filter(Files::isReadable).forEach(touched::add);
            } catch (java.io.UncheckedIOException closedFolder) {
                assertThat(root).as("the test's own folder can be read").isNotEqualTo(folder.toRealPath());
            }
        }
        return touched;
    }

    private static boolean isSince(FileTime time, Instant begun) {
        return !time.toInstant().isBefore(begun);
    }

    private static List<Path> holding(List<Path> files, String secret) throws IOException {
        List<Path> holding = new ArrayList<>();
        for (Path file : files) {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) <= LARGEST_FILE) {
                if (read(file).contains(secret)) {
                    holding.add(file);
                }
            }
        }
        return holding;
    }

    /** Nothing for what is gone or another user's. */
    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            return "";
        }
    }
}
