package dev.mausbot.home.turn.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.launch.McpUpstream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class McpTestTest {
    private static final BrokerDoor NO_BROKER = server -> Optional.empty();

    private final McpFixture fixture;
    private final Path folder;

    McpTestTest() throws IOException {
        fixture = new McpFixture();
        folder = Files.createTempDirectory(Path.of("/tmp"), "mcp");
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
        Files.deleteIfExists(folder.resolve("s"));
        Files.deleteIfExists(folder);
    }

    private McpUpstream server(String path) {
        return new McpUpstream("docs", fixture.at(path), Map.of("Authorization", new Secret("Bearer secret")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/json", "/stream", "/guarded", "/json?key=a"})
    void greetsAServerAndCountsItsTools(String path) {
        assertThat(new McpTest(NO_BROKER).run(server(path)))
                .isEqualTo(new McpTestResult.Connected("docs", "1.2", 2, false, false));

        assertThat(fixture.received())
                .extracting(McpFixture.Received::method)
                .containsExactly("POST", "POST", "POST", "DELETE");
        assertThat(fixture.received()).allSatisfy(one -> {
            assertThat(one.target()).isEqualTo(path);
            assertThat(one.header("Authorization")).isEqualTo("Bearer secret");
        });
        assertThat(fixture.received().getLast().header("Mcp-session-id")).isEqualTo("session-1");
        assertThat(fixture.received().getLast().header("Mcp-protocol-version")).isEqualTo("2025-06-18");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "/redirect, redirects",
        "/nonsense, not as an MCP server does",
        "/nowhere, 'answered 404: no MCP server'",
        "/large, broke off"
    })
    void saysWhatIsWrongWithAServerThatIsNone(String path, String why) {
        assertThat(new McpTest(NO_BROKER).run(server(path)))
                .isInstanceOfSatisfying(
                        McpTestResult.NoAnswer.class,
                        it -> assertThat(it.detail()).contains(why).doesNotContain("secret"));
        assertThat(fixture.received()).hasSize(1);
    }

    @Test
    void saysThatAHeaderIsMissing() {
        assertThat(new McpTest(NO_BROKER).run(new McpUpstream("docs", fixture.at("/guarded"), Map.of())))
                .isEqualTo(new McpTestResult.NoAnswer("it answered 401: check the headers that are stored for it"));
    }

    @Test
    void saysThatNothingAnswers() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        assertThat(new McpTest(NO_BROKER)
                        .run(new McpUpstream("docs", URI.create("http://127.0.0.1:" + free + "/mcp"), Map.of())))
                .isEqualTo(new McpTestResult.NoAnswer("nothing answers at its address"));
    }

    @Test
    void givesUpOnAServerThatAcceptsAndSaysNothing() throws IOException {
        try (ServerSocket silent = new ServerSocket(0)) {
            McpUpstream server =
                    new McpUpstream("docs", URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/mcp"), Map.of());
            assertThat(new McpTest(NO_BROKER).run(server))
                    .isEqualTo(new McpTestResult.NoAnswer("no answer within 5 s"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/json", "/stream"})
    void goesThroughTheBrokersSocketAndClosesTheWay(String target) throws Exception {
        AtomicInteger revoked = new AtomicInteger();
        try (AutoCloseable _ = fixture.socketAt(folder.resolve("s"), /* broken= */ false)) {
            McpTest test = new McpTest(
                    server -> Optional.of(new BrokerDoor.Way(folder.resolve("s"), target, revoked::incrementAndGet)));

            assertThat(test.run(new McpUpstream("docs", URI.create("http://127.0.0.1:1/"), Map.of())))
                    .isEqualTo(new McpTestResult.Connected("docs", "1.2", 2, false, true));
        }
        assertThat(revoked).hasValue(1);
    }

    @Test
    void takesTheFaultWhereTheServerAnswersDirectlyOnly() throws Exception {
        try (AutoCloseable _ = fixture.socketAt(folder.resolve("s"), /* broken= */ true)) {
            BrokerDoor door =
                    server -> Optional.of(new BrokerDoor.Way(folder.resolve("s"), "/b/token/mcp-docs", () -> {}));

            assertThat(new McpTest(door).run(server("/json")))
                    .isInstanceOfSatisfying(
                            McpTestResult.OurFault.class,
                            it -> assertThat(it.detail())
                                    .contains("Your bots can't reach this server", "the fault is ours")
                                    .doesNotContain("token"));
            assertThat(new McpTest(door).run(server("/nowhere"))).isInstanceOf(McpTestResult.NoAnswer.class);
        }
        assertThat(new McpTest(server -> {
                            throw new IOException("no room");
                        })
                        .run(server("/json")))
                .isInstanceOf(McpTestResult.OurFault.class);
    }
}
