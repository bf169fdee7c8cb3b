package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mausbot.home.box.BoxWorks;
import dev.mausbot.home.engine.StubbedEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real Claude Code in a real box of the built server asks the owner before it acts. Only its provider is a stand-in,
 * behind the broker.
 */
@Tag("end-to-end")
class ApprovalServeTest {
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
        engine = StubbedEngine.claude(folder);
        server = start();
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

    private ServeProcess start() throws IOException {
        return ServeProcess.start(home, engine.settings());
    }

    private String bot() throws Exception {
        JsonNode bot = server.post("/api/bots", Map.of("name", "Ada", "engine", "claude"));
        assertThat(bot.path("approvals").asText()).isEqualTo("ASK");
        return bot.path("id").asText();
    }

    private String conversation(String bot) throws Exception {
        return server.post("/api/conversations", Map.of("bot", bot)).path("id").asText();
    }

    @Test
    void whatTheOwnerAllowsIsDoneAndForAConversationNotAskedAgain() throws Exception {
        String bot = bot();
        String conversation = conversation(bot);
        String turn = server.turn(conversation, "RUN:touch made:END");
        JsonNode card = owner.openCard();
        assertThat(card.path("tool").asText()).isEqualTo("Bash");
        assertThat(card.path("input").asText()).contains("\"command\":\"touch made\"", "\"description\":\"asked for\"");
        assertThat(card.path("grant").path("program").asText()).isEqualTo("touch");
        Path workspace = home.resolve(".openmausbot/workspaces").resolve(bot);
        assertThat(workspace.resolve("made")).doesNotExist();

        assertThat(owner.answer(card, "ALLOW_FOR_CONVERSATION", "")
                        .path("state")
                        .asText())
                .isEqualTo("ALLOWED");
        owner.untilOver(turn, "FINISHED");
        assertThat(workspace.resolve("made")).exists();
        assertThat(owner.events(turn)).contains("event: card.opened", "event: card.closed");

        String again = server.turn(conversation, "RUN:touch more:END");
        owner.untilOver(again, "FINISHED");
        assertThat(workspace.resolve("more")).exists();
        assertThat(server.get("/api/cards")).hasSize(1);

        assertThat(owner.audit("card.opened"))
                .singleElement()
                .satisfies(event -> assertThat(event.path("about").asText()).isEqualTo("touch made"));
        assertThat(owner.audit("card.closed"))
                .extracting(event -> event.path("about").asText() + " "
                        + event.path("decision").asText() + " "
                        + event.path("by").asText())
                .containsExactly("touch more allowed grant", "touch made allowed owner");
        assertThat(owner.audit("tool.reported"))
                .extracting(event ->
                        event.path("hook").asText() + " " + event.path("tool").asText() + " "
                                + event.path("turn").asText().equals(turn))
                .contains(
                        "PreToolUse Bash true",
                        "PostToolUse Bash true",
                        "PreToolUse Bash false",
                        "PostToolUse Bash false");
        Path tokens = home.resolve(".openmausbot/hook-tokens").resolve(conversation);
        assertThat(tokens).isEmptyDirectory();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tokens)))
                .isEqualTo("rwx------");
    }

    @Test
    void theNoteOfADenialReachesTheEngine() throws Exception {
        String bot = bot();
        String turn = server.turn(conversation(bot), "RUN:touch made:END");
        owner.answer(owner.openCard(), "DENY", "not in this folder, please");
        owner.untilOver(turn, "FINISHED");
        assertThat(owner.events(turn)).contains("not in this folder, please");
        assertThat(home.resolve(".openmausbot/workspaces").resolve(bot).resolve("made"))
                .doesNotExist();
    }

    @Test
    void aBotThatIsNotToAskDoesNotAndItsToolCallsAreToldOfAllTheSame() throws Exception {
        String bot = bot();
        assertThat(server.send("PUT", "/api/bots/" + bot + "/approvals", "{\"approvals\":\"FULL\"}")
                        .statusCode())
                .isEqualTo(200);
        String turn = server.turn(conversation(bot), "RUN:touch made:END");
        owner.untilOver(turn, "FINISHED");
        assertThat(home.resolve(".openmausbot/workspaces").resolve(bot).resolve("made"))
                .exists();
        assertThat(server.get("/api/cards")).isEmpty();
        assertThat(owner.audit("tool.reported"))
                .extracting(event ->
                        event.path("hook").asText() + " " + event.path("about").asText())
                .contains("PreToolUse {\"command\":\"touch made\",\"description\":\"asked for\"}");
    }

    @Test
    void stoppingATurnClosesItsCard() throws Exception {
        String turn = server.turn(conversation(bot()), "RUN:touch made:END");
        JsonNode card = owner.openCard();
        server.post("/api/turns/" + turn + "/interrupt", Map.of());
        owner.untilOver(turn, "INTERRUPTED");
        JsonNode closed = server.get("/api/cards/" + card.path("id").asText());
        assertThat(closed.path("state").asText()).isEqualTo("CANCELLED");
        assertThat(closed.path("answer").asText()).isEqualTo("The owner stopped it.");
        assertThat(server.send("POST", "/api/cards/" + card.path("id").asText() + "/answer", "{\"decision\":\"ALLOW\"}")
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void aRestartDismissesWhatWasOpenAndSaysSo() throws Exception {
        String turn = server.turn(conversation(bot()), "RUN:touch made:END");
        JsonNode card = owner.openCard();
        server.close();
        server = start();
        owner = new CardOwner(server);
        JsonNode closed = server.get("/api/cards/" + card.path("id").asText());
        assertThat(closed.path("state").asText()).isEqualTo("DISMISSED");
        assertThat(closed.path("answer").asText()).contains("The server was restarted");
        assertThat(closed.path("closedBy").asText()).isEqualTo("restart");
        assertThat(server.get("/api/cards?state=open")).isEmpty();
        assertThat(owner.events(turn).lines().filter(line -> line.startsWith("event: ")))
                .endsWith("event: card.opened", "event: card.closed", "event: ended");
        assertThat(owner.audit("card.closed"))
                .extracting(event -> event.path("decision").asText())
                .containsExactly("dismissed");
    }
}
