package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mausbot.home.box.BoxWorks;
import dev.mausbot.home.launch.StubMcp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The owner's test of an MCP server, in the built server: through its real broker, and gone when it is over. */
@Tag("end-to-end")
class McpTestButtonTest {
    private static final String SECRET = "canary-of-the-team";

    @TempDir
    private Path folder;

    private Path runtime;
    private ServeProcess server;

    @BeforeEach
    void startServer() throws Exception {
        ServeProcess.app();
        BoxWorks.assumeHere();
        Path home = folder.toRealPath();
        runtime = home.resolve("r");
        server = ServeProcess.start(home, Map.of("OMB_RUNTIME_DIR", runtime.toString()));
    }

    @AfterEach
    void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    private JsonNode tested(StubMcp upstream, Map<String, String> headers) throws Exception {
        server.put("/api/mcp-servers/docs", Map.of("url", upstream.address().toString(), "headers", headers));
        return server.post("/api/mcp-servers/docs/test", Map.of());
    }

    /** The brokers' sockets that are there now. */
    private List<Path> brokers() {
        try (Stream<Path> all = Files.walk(runtime)) {
            return all.filter(path -> path.endsWith("broker.sock")).toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void reachesAServerAsTurnsDoAndLeavesNoWayOpen() throws Exception {
        Set<Path> seen = ConcurrentHashMap.newKeySet();
        try (StubMcp upstream = new StubMcp(StubMcp.Way.DEMANDS_A_HEADER, SECRET)) {
            upstream.whenAsked(() -> seen.addAll(brokers()));
            JsonNode result = tested(upstream, Map.of(StubMcp.HEADER, SECRET));
            assertThat(result.path("result").asText()).as(result.toString()).isEqualTo("connected");
            assertThat(result.path("throughBroker").asBoolean()).isTrue();
            assertThat(result.path("tools").asInt()).isEqualTo(1);
            assertThat(upstream.received())
                    .containsSubsequence("POST /mcp initialize - 200", "POST /mcp tools/list s1 200");
        }
        assertThat(seen).as("the way, while it was open").hasSize(1);
        assertThat(brokers()).as("the way, once it was closed").isEmpty();
    }

    @Test
    void takesTheFaultWhereTheServerAnswersButNotThroughTheBroker() throws Exception {
        try (StubMcp upstream = new StubMcp(StubMcp.Way.KNOWS_THE_HOME_ONLY, SECRET)) {
            JsonNode result = tested(upstream, Map.of());
            assertThat(result.path("result").asText()).as(result.toString()).isEqualTo("our-fault");
            assertThat(result.path("detail").asText())
                    .startsWith("Your bots can't reach this server.")
                    .contains("(it answered 500)")
                    .endsWith("so the fault is ours and not the server's.");
            assertThat(upstream.received()).contains("POST /mcp initialize - 500", "POST /mcp initialize - 200");
        }
        assertThat(brokers()).isEmpty();
    }

    @Test
    void blamesTheHeadersWhereTheServerWantsOthers() throws Exception {
        try (StubMcp upstream = new StubMcp(StubMcp.Way.DEMANDS_A_HEADER, SECRET)) {
            JsonNode result = tested(upstream, Map.of(StubMcp.HEADER, "another"));
            assertThat(result.path("result").asText()).as(result.toString()).isEqualTo("no-answer");
            assertThat(result.path("detail").asText()).contains("401", "check the headers");
        }
    }
}
