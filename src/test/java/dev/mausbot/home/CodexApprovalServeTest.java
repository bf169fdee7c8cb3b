package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mausbot.home.box.BoxWorks;
import dev.mausbot.home.engine.StubbedEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real Codex in a real box of the built server asks the owner before it acts. Only its provider is a stand-in, behind the
 * broker.
 */
@Tag("end-to-end")
class CodexApprovalServeTest {
    @TempDir
    private Path folder;

    private Path home;
    private StubbedEngine engine;
    private ServeProcess server;
    private CardOwner owner;

    @BeforeEach
    void startServer() throws IOException {
        BoxWorks.assumeHere();
        home = Files.createDirectory(folder.resolve("h")).toRealPath();
        engine = StubbedEngine.codex(folder);
        server = ServeProcess.start(home, engine.settings());
        owner = new CardOwner(server);
    }

    @AfterEach
    void stopServer() {
        if (server != null) {
            server.close();
        }
        if (engine != null) {
            engine.close();
        }
    }

    private String bot() throws Exception {
        JsonNode bot = server.post("/api/bots", Map.of("name", "Ada", "engine", "codex", "model", "stub-model"));
        assertThat(bot.path("approvals").asText()).isEqualTo("ASK");
        return bot.path("id").asText();
    }

    private String conversation(String bot) throws Exception {
        return server.post("/api/conversations", Map.of("bot", bot)).path("id").asText();
    }

    private Path workspace(String bot) {
        return home.resolve(".openmausbot/workspaces").resolve(bot);
    }

    @Test
    void whatTheOwnerAllowsIsDoneAndForAConversationNotAskedAgain() throws Exception {
        String bot = bot();
        String conversation = conversation(bot);
        String turn = server.turn(conversation, "RUN:touch made:END");
        JsonNode card = owner.openCard();
        assertThat(card.path("tool").asText()).isEqualTo("shell");
        assertThat(card.path("input").asText())
                .startsWith("{\"command\":\"touch made\"")
                .contains("\"cwd\":\"" + workspace(bot) + "\"");
        assertThat(card.path("grant").path("program").asText()).isEqualTo("touch");
        assertThat(workspace(bot).resolve("made")).doesNotExist();

        owner.answer(card, "ALLOW_FOR_CONVERSATION", "");
        owner.untilOver(turn, "FINISHED");
        assertThat(workspace(bot).resolve("made")).exists();
        assertThat(owner.events(turn)).contains("event: card.opened", "event: card.closed");

        owner.untilOver(server.turn(conversation, "RUN:touch more:END"), "FINISHED");
        assertThat(workspace(bot).resolve("more")).exists();
        String third = server.turn(conversation, "hello");
        owner.untilOver(third, "FINISHED");
        assertThat(owner.events(third)).contains("messages so far: 3");
        assertThat(server.get("/api/cards")).hasSize(1);
        assertThat(owner.audit("card.closed"))
                .extracting(event -> event.path("about").asText() + " "
                        + event.path("decision").asText() + " "
                        + event.path("by").asText())
                .containsExactly("touch more allowed grant", "touch made allowed owner");
        assertThat(engine.provider().asked())
                .allSatisfy(asked -> assertThat(asked.credential()).isEqualTo("Bearer stub-key"));
    }

    @Test
    void theNoteOfADenialReachesTheEngine() throws Exception {
        String bot = bot();
        String turn = server.turn(conversation(bot), "RUN:touch made:END");
        JsonNode first = owner.openCard();
        // The stand-in for a model obeys the owner's words, as far as they are in its language.
        owner.answer(first, "DENY", "RUN:touch other:END");
        JsonNode second = owner.openCard();
        assertThat(second.path("input").asText()).contains("touch other");
        owner.answer(second, "ALLOW", "");
        owner.untilOver(turn, "FINISHED");
        assertThat(workspace(bot).resolve("made")).doesNotExist();
        assertThat(workspace(bot).resolve("other")).exists();
    }

    @Test
    void asksAsMuchAsItsBotIsSetTo() throws Exception {
        String bot = bot();
        String conversation = conversation(bot);
        server.put("/api/bots/" + bot + "/approvals", Map.of("approvals", "AUTO"));
        owner.untilOver(server.turn(conversation, "RUN:ls -l:END"), "FINISHED");
        assertThat(server.get("/api/cards")).isEmpty();
        String asking = server.turn(conversation, "RUN:touch asked:END");
        owner.answer(owner.openCard(), "ALLOW", "");
        owner.untilOver(asking, "FINISHED");

        server.put("/api/bots/" + bot + "/approvals", Map.of("approvals", "FULL"));
        owner.untilOver(server.turn(conversation, "RUN:touch unasked:END"), "FINISHED");
        assertThat(workspace(bot).resolve("unasked")).exists();
        String again = server.turn(conversation, "hello");
        owner.untilOver(again, "FINISHED");
        assertThat(owner.events(again)).contains("messages so far: 4");
        assertThat(server.get("/api/cards")).hasSize(1);
    }

    @Test
    void stoppingATurnClosesItsCard() throws Exception {
        String bot = bot();
        String turn = server.turn(conversation(bot), "RUN:touch made:END");
        JsonNode card = owner.openCard();
        server.post("/api/turns/" + turn + "/interrupt", Map.of());
        owner.untilOver(turn, "INTERRUPTED");
        JsonNode closed = server.get("/api/cards/" + card.path("id").asText());
        assertThat(closed.path("state").asText()).isEqualTo("CANCELLED");
        assertThat(workspace(bot).resolve("made")).doesNotExist();
    }
}
