package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.RealClients.awaitFinished;
import static dev.mausbot.home.engine.RealClients.only;
import static dev.mausbot.home.engine.RealClients.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.engine.McpServer.Remote;
import dev.mausbot.home.engine.StubProvider.Asked;
import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.McpServerFailed;
import dev.mausbot.home.engine.TurnEvent.Session;
import dev.mausbot.home.engine.TurnEvent.Status;
import dev.mausbot.home.engine.TurnEvent.ToolCall;
import dev.mausbot.home.engine.TurnEvent.ToolResult;
import dev.mausbot.home.engine.TurnEvent.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real Codex where its owner is to be asked; found and provided for as in {@link RealCodexTest}. */
class RealCodexAskingTest {
    private static final Engine CODEX = new CodexEngine();
    private static final Optional<String> MODEL = Optional.of("stub-model");

    @TempDir
    Path folder;

    private Map<String, String> settings = Map.of();
    private Optional<StubProvider> provider = Optional.empty();

    @BeforeEach
    void findIt() throws IOException {
        folder = folder.toRealPath();
        String path = RealClients.pathOf("codex", "OMB_TEST_CODEX", "@openai/codex", folder);
        settings = Map.of("PATH", path, "OPENAI_API_KEY", "stub-key");
        provider = Optional.of(new StubProvider());
    }

    @AfterEach
    void closeProvider() {
        provider.ifPresent(StubProvider::close);
    }

    private static String allow(PermissionRequest asked) {
        return asked.replies().allowed();
    }

    private RunningPlan start(TurnRequest request, Optional<String> thread, Function<PermissionRequest, String> owner)
            throws IOException {
        return RunningPlan.start(
                CODEX,
                Requests.overseen(Requests.as(request, thread, MODEL), new Oversight(true, Optional.empty())),
                folder,
                RealClients.environment(folder),
                RealClients.brokeredBy(provider.orElseThrow()),
                owner);
    }

    private RunningPlan start(String message, Function<PermissionRequest, String> owner) throws IOException {
        return start(Requests.first(message, folder, settings), Optional.empty(), owner);
    }

    private static List<TurnEvent> whole(RunningPlan run) throws Exception {
        awaitFinished(run);
        return run.end();
    }

    @Test
    void doesWhatItIsAllowedAndAsksFirst() throws Exception {
        try (RunningPlan run = start("RUN:touch made; echo hi from $((40+2)):END", RealCodexAskingTest::allow)) {
            List<TurnEvent> events = whole(run);
            assertThat(run.permissions()).singleElement().satisfies(asked -> {
                assertThat(asked.tool()).isEqualTo("shell");
                assertThat(asked.input())
                        .startsWith("{\"command\":\"touch made; echo hi from $((40+2))\",")
                        .contains("\"cwd\":\"" + folder + "\"");
            });
            assertThat(only(events, ToolCall.class))
                    .extracting(ToolCall::input)
                    .containsExactly("{\"command\":\"touch made; echo hi from $((40+2))\"}");
            assertThat(only(events, ToolResult.class))
                    .extracting(ToolResult::output)
                    .containsExactly("hi from 42\n");
            assertThat(said(events)).startsWith("the tool said: ").contains("hi from 42");
            assertThat(events).contains(new Usage(20, 10)).endsWith(new Finished(true, ""));
        }
        assertThat(folder.resolve("made")).exists();
        assertThat(provider.orElseThrow().asked())
                .isNotEmpty()
                .allMatch(asked -> asked.equals(new Asked("/b/-/openai/responses", "Bearer stub-key")));
    }

    @Test
    void leavesUndoneWhatItIsDeniedAndReadsTheOwnersWords() throws Exception {
        // The stand-in for a model obeys the owner's words, as far as they are in its language.
        Function<PermissionRequest, String> owner = asked -> asked.input().contains("touch made")
                ? asked.replies().denied("The owner said no: RUN:touch other:END")
                : asked.replies().allowed();
        try (RunningPlan run = start("RUN:touch made:END", owner)) {
            List<TurnEvent> events = whole(run);
            assertThat(only(events, ToolResult.class).getFirst())
                    .satisfies(result -> assertThat(result.failed()).isTrue());
            assertThat(run.permissions()).hasSize(2);
            assertThat(events).endsWith(new Finished(true, ""));
        }
        assertThat(folder.resolve("made")).doesNotExist();
        assertThat(folder.resolve("other")).exists();
    }

    @Test
    void asksForAPatchAndShowsIt() throws Exception {
        String patch = "apply_patch <<'E'\\n*** Begin Patch\\n*** Add File: new.txt\\n+hello\\n*** End Patch\\nE";
        try (RunningPlan run = start("RUN:" + patch.replace("\\n", "\n") + ":END", RealCodexAskingTest::allow)) {
            List<TurnEvent> events = whole(run);
            assertThat(run.permissions()).singleElement().satisfies(asked -> {
                assertThat(asked.tool()).isEqualTo("apply_patch");
                assertThat(asked.input())
                        .startsWith("{\"changes\":[{\"path\":\"" + folder.resolve("new.txt") + "\"")
                        .contains("hello");
            });
            assertThat(events).endsWith(new Finished(true, ""));
        }
        assertThat(folder.resolve("new.txt")).hasContent("hello");
    }

    @Test
    void obeysNoRulesThatLieInTheWorkingFolder() throws Exception {
        Path work = Files.createDirectories(folder.resolve("work"));
        Files.createDirectories(work.resolve(".git"));
        Files.createDirectories(work.resolve(".codex/rules"));
        Files.writeString(
                work.resolve(".codex/rules/default.rules"), "prefix_rule(pattern=[\"touch\"], decision=\"allow\")\n");
        Optional<String> thread = Optional.empty();
        for (String file : List.of("made", "later")) {
            TurnRequest request = new TurnRequest(
                    "RUN:touch " + file + ":END",
                    Requests.CONVERSATION,
                    thread,
                    MODEL,
                    folder,
                    work,
                    settings,
                    List.of(),
                    new Oversight(true, Optional.empty()));
            try (RunningPlan run = RunningPlan.start(
                    CODEX,
                    request,
                    folder,
                    RealClients.environment(folder),
                    RealClients.brokeredBy(provider.orElseThrow()),
                    RealCodexAskingTest::allow)) {
                thread = RealClients.first(whole(run), Session.class).map(Session::id);
                assertThat(run.permissions()).hasSize(1);
            }
            assertThat(work.resolve(file)).exists();
        }
        assertThat(folder.resolve(".codex/config.toml")).doesNotExist();
    }

    @Test
    void goesOnWithAThreadWhetherItAskedInItBeforeOrNot() throws Exception {
        String thread;
        try (RunningPlan run = start("hello", RealCodexAskingTest::allow)) {
            List<TurnEvent> events = whole(run);
            assertThat(said(events)).isEqualTo("messages so far: 1");
            assertThat(events).contains(new Usage(10, 5));
            thread = RealClients.first(events, Session.class).orElseThrow().id();
        }
        try (RunningPlan unasked = RunningPlan.start(
                CODEX,
                Requests.as(Requests.first("again", folder, settings), Optional.of(thread), MODEL),
                folder,
                RealClients.environment(folder),
                RealClients.brokeredBy(provider.orElseThrow()))) {
            assertThat(said(unasked.end())).isEqualTo("messages so far: 2");
        }
        try (RunningPlan run = start(
                Requests.first("RUN:touch made:END", folder, settings),
                Optional.of(thread),
                RealCodexAskingTest::allow)) {
            List<TurnEvent> events = whole(run);
            assertThat(run.permissions()).hasSize(1);
            assertThat(events).contains(new Session(thread), new Usage(20, 10)).endsWith(new Finished(true, ""));
        }
    }

    @Test
    void startsANewThreadWhereTheOldIsGone() throws Exception {
        Optional<String> unknown = Optional.of("01a22d86-4c4b-76b3-8737-000000000000");
        try (RunningPlan run = start(Requests.first("hello", folder, settings), unknown, RealCodexAskingTest::allow)) {
            List<TurnEvent> events = whole(run);
            assertThat(only(events, Status.class))
                    .anySatisfy(status -> assertThat(status.text()).contains("starts a new one", "no rollout found"));
            assertThat(said(events)).isEqualTo("messages so far: 1");
        }
    }

    @Test
    void isInterruptedItsOwnWayWhileItWorks() throws Exception {
        try (RunningPlan run = start("RUN:touch begun; sleep 60:END", RealCodexAskingTest::allow)) {
            await().atMost(RealClients.PATIENCE).until(() -> Files.exists(folder.resolve("begun")));
            run.write(run.interruptLine().orElseThrow());
            assertThat(whole(run)).endsWith(new Finished(false, "interrupted"));
        }
    }

    @Test
    void reachesAServerThroughTheBrokerAndSaysWhichItDoesNotReach() throws Exception {
        TurnRequest request = Requests.withServers(
                List.of(new Remote("docs"), new McpServer.Local("bad", List.of("/bin/false"), Map.of())),
                folder,
                settings);
        try (RunningPlan run = start(
                new TurnRequest(
                        "hello",
                        request.conversation(),
                        request.session(),
                        request.model(),
                        folder,
                        folder,
                        settings,
                        request.mcpServers()),
                Optional.empty(),
                RealCodexAskingTest::allow)) {
            assertThat(whole(run)).contains(new McpServerFailed("bad")).doesNotContain(new McpServerFailed("docs"));
        }
        assertThat(provider.orElseThrow().asked()).contains(new Asked("/b/-/mcp-docs", "Bearer token-of-docs"));
    }
}
