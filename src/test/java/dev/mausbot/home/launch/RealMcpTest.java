package dev.mausbot.home.launch;

import static dev.mausbot.home.launch.LaunchHouse.CALLER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.engine.Engine;
import dev.mausbot.home.engine.Engines;
import dev.mausbot.home.engine.McpServer;
import dev.mausbot.home.engine.Planned;
import dev.mausbot.home.engine.StubProvider;
import dev.mausbot.home.engine.TurnEvent;
import dev.mausbot.home.engine.TurnRequest;
import dev.mausbot.home.gate.egress.DomainRules;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real Claude Code in a real box uses MCP servers by URL through the broker: the reference server, and small ones with
 * the ways of real servers that clients stumble over. {@code OMB_TEST_CLAUDE} names the program.
 */
class RealMcpTest {
    private static final Engine CLAUDE = new Engines().byId("claude").orElseThrow();
    private static final String SECRET = "canary-of-the-team";
    private static final Duration LONG = Duration.ofSeconds(60);

    /** Looks wherever a boxed process can look; its own words hold only a part of the secret. */
    private static final String LOOK = "env; cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr '\\0' ' ';"
            + " cat /run/box/files/* 2>/dev/null; grep -rhs canary-of ~ /tmp /run 2>/dev/null; echo looked";

    @TempDir
    private Path folder;

    private LaunchHouse house;
    private StubProvider provider;

    @BeforeEach
    void openHouse() throws IOException {
        String claude = System.getenv().getOrDefault("OMB_TEST_CLAUDE", "");
        if (claude.isBlank() || System.getProperty("user.name").equals("root")) {
            String skipped = "SKIPPED: no MCP server was tried with Claude Code, because OMB_TEST_CLAUDE does not name"
                    + " it, or as root";
            System.out.println(skipped);
            Assumptions.abort(skipped);
        }
        Files.createSymbolicLink(folder.resolve("claude"), Path.of(claude));
        house = LaunchHouse.open();
        provider = new StubProvider();
    }

    @AfterEach
    void closeHouse() throws IOException {
        if (house != null) {
            provider.close();
            house.close();
        }
    }

    /** One turn of Claude Code with one MCP server, to its good end. */
    private Transcript turn(String message, URI server, Map<String, Secret> headers) throws Exception {
        Transcript transcript = anyTurn(message, server, headers);
        assertThat(transcript.only(TurnEvent.McpServerFailed.class)).isEmpty();
        return transcript;
    }

    private Transcript anyTurn(String message, URI server, Map<String, Secret> headers) throws Exception {
        TurnRequest request = new TurnRequest(
                message,
                UUID.randomUUID().toString(),
                Optional.empty(),
                Optional.empty(),
                house.surroundings.home(),
                house.botFolder(),
                Map.of(
                        "PATH",
                        folder + ":/usr/local/bin:/usr/bin:/bin",
                        "ANTHROPIC_API_KEY",
                        "stub-key",
                        "ANTHROPIC_BASE_URL",
                        provider.url()),
                List.of(new McpServer.Remote("docs")));
        LaunchPlan plan = ((Planned.Ready) CLAUDE.plan(request)).plan();
        RunRequest wanted = new RunRequest(
                CALLER,
                plan,
                house.botFolder(),
                DomainRules.allPublic(),
                List.of(new McpUpstream("docs", server, headers)),
                LONG);
        try (BoxedRun run = house.start(wanted)) {
            Transcript transcript = new Transcript(run, CLAUDE.decoder(request));
            transcript.awaitFinished();
            run.input().close();
            transcript.end();
            assertThat(transcript.only(TurnEvent.Finished.class)).containsExactly(new TurnEvent.Finished(true, ""));
            return transcript;
        }
    }

    private static TurnEvent.ToolResult result(Transcript transcript) {
        List<TurnEvent.ToolResult> results = transcript.only(TurnEvent.ToolResult.class);
        assertThat(results).as("told %s", transcript.only(TurnEvent.class)).hasSize(1);
        return results.getFirst();
    }

    @Test
    void callsAToolOfTheReferenceServer() throws Exception {
        try (EverythingServer server = EverythingServer.start()) {
            TurnEvent.ToolResult result =
                    result(turn("CALL:mcp__docs__echo message=a word:END", server.address(), Map.of()));
            assertThat(result.failed()).isFalse();
            assertThat(result.output()).contains("Echo: a word");
        }
    }

    @Test
    void bringsTheOwnersHeaderThatTheBoxNeverHas() throws Exception {
        Map<String, Secret> headers = Map.of(StubMcp.HEADER, new Secret(SECRET));
        try (StubMcp server = new StubMcp(StubMcp.Way.DEMANDS_A_HEADER, SECRET)) {
            TurnEvent.ToolResult called =
                    result(turn("CALL:mcp__docs__lookup what=a word:END", server.address(), headers));
            assertThat(called.output()).contains("found a word");
            TurnEvent.ToolResult looked = result(turn("RUN:" + LOOK + ":END", server.address(), headers));
            assertThat(looked.output()).contains("/mcp-docs").contains("looked").doesNotContain(SECRET);
        }
    }

    /** Not as one to sign in to: that could not work. */
    @Test
    void tellsOfAServerThatRefusesFromTheStart() throws Exception {
        Map<String, Secret> headers = Map.of(StubMcp.HEADER, new Secret("another"));
        try (StubMcp server = new StubMcp(StubMcp.Way.DEMANDS_A_HEADER, SECRET)) {
            Transcript transcript = anyTurn("RUN:echo hello:END", server.address(), headers);
            assertThat(transcript.only(TurnEvent.McpServerFailed.class))
                    .containsExactly(new TurnEvent.McpServerFailed("docs"));
            assertThat(server.received())
                    .isNotEmpty()
                    .allMatch(request -> request.endsWith(" 401"))
                    .noneMatch(request -> request.contains(".well-known"));
        }
    }

    @Test
    void tellsTheModelWhatToDoAboutARefusedCall() throws Exception {
        try (StubMcp server = new StubMcp(StubMcp.Way.REFUSES_CALLS, SECRET)) {
            TurnEvent.ToolResult result =
                    result(turn("CALL:mcp__docs__lookup what=a word:END", server.address(), Map.of()));
            assertThat(result.failed()).isTrue();
            assertThat(result.output()).contains("\"docs\"").contains("Tell the owner to correct the headers");
            // Its own sign-in would have looked for where to sign in.
            assertThat(server.received()).noneMatch(request -> request.contains(".well-known"));
        }
    }

    @Test
    void reachesAServerExactlyWhereItIs() throws Exception {
        try (StubMcp server = new StubMcp(StubMcp.Way.PLAIN, SECRET)) {
            TurnEvent.ToolResult result =
                    result(turn("CALL:mcp__docs__lookup what=a word:END", server.address(), Map.of()));
            assertThat(result.output()).contains("found a word");
            assertThat(server.received())
                    .noneMatch(request -> request.contains("/mcp/"))
                    .anyMatch(request -> request.equals("POST /mcp tools/call s1 200"));
        }
    }

    @Test
    void beginsANewSessionWhereTheServerHasLostTheOld() throws Exception {
        try (StubMcp server = new StubMcp(StubMcp.Way.LOSES_ITS_SESSION, SECRET)) {
            TurnEvent.ToolResult result =
                    result(turn("CALL:mcp__docs__lookup what=a word:END", server.address(), Map.of()));
            assertThat(server.received())
                    .as("what arrived; the model was told %s", result)
                    .containsSubsequence(
                            "POST /mcp tools/call s1 404", "POST /mcp initialize - 200", "POST /mcp tools/call s2 200");
            assertThat(result.output()).contains("found a word");
        }
    }
}
