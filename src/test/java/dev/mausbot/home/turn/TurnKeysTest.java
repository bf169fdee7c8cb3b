package dev.mausbot.home.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.TempHome;
import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.engine.McpServer;
import dev.mausbot.home.launch.McpUpstream;
import dev.mausbot.home.turn.TurnServers.Handed;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What turns do with the keys and the servers that they are handed. */
@QuarkusTest
@QuarkusTestResource(TempHome.class)
class TurnKeysTest {
    private static final String WHY = "The stored key of provider \"openai\" does not open: it was changed.";
    private static final Handed NO_SERVERS = new Handed.Ready(List.of(), List.of());

    @Inject
    TurnFixture fixture;

    private final ProcessLauncher launcher = new ProcessLauncher();
    private final List<String> failed = new CopyOnWriteArrayList<>();

    private Turns turns(TurnKeys.Keys keys, Handed handed) {
        Workshop shop = fixture.shop();
        TurnServers servers = new TurnServers() {
            @Override
            public Handed forBot(String bot) {
                return handed;
            }

            @Override
            public void failed(String bot, String conversation, String server) {
                failed.add(conversation + " " + server);
            }
        };
        TurnLimits limits = new TurnLimits(
                1,
                Duration.ofMinutes(10),
                shop.limits().workspaces(),
                shop.limits().home(),
                Map.of());
        Turns turns = new Turns(new Workshop(
                shop.bots(),
                shop.conversations(),
                shop.store(),
                shop.feeds(),
                shop.writer(),
                shop.engines(),
                launcher,
                () -> keys,
                servers,
                limits));
        turns.open();
        return turns;
    }

    private Turn over(Turns turns, String conversation, String script) {
        return fixture.untilOver(fixture.submit(turns, conversation, script).id());
    }

    @Test
    void aTurnHasTheStoredKeysAndTheServersOfItsBot() {
        McpUpstream upstream =
                new McpUpstream("docs", URI.create("https://docs.example/mcp"), Map.of("X", new Secret("canary")));
        Handed handed = new Handed.Ready(
                List.of(new McpServer.Remote("docs"), new McpServer.Local("files", List.of("run"), Map.of())),
                List.of(upstream));
        Turns turns = turns(new TurnKeys.Keys(Map.of("OPENAI_API_KEY", "stored-key"), Map.of()), handed);

        Turn turn = over(turns, fixture.conversation("script"), "echo text:$OPENAI_API_KEY $SERVERS");

        assertThat(turn.state()).isEqualTo(TurnState.FINISHED);
        assertThat(fixture.events(turn.id())).anyMatch(event -> event.data().contains("stored-key docs,files"));
        assertThat(launcher.requests())
                .singleElement()
                .satisfies(request -> assertThat(request.mcpServers()).containsExactly(upstream));
    }

    @Test
    void aTurnThatNeedsAKeyThatDoesNotOpenIsRefusedByName() {
        TurnKeys.Keys keys = new TurnKeys.Keys(Map.of("OPENAI_API_KEY", "closed-1"), Map.of("closed-1", WHY));

        Turn turn = over(turns(keys, NO_SERVERS), fixture.conversation("script"), "echo never");

        assertThat(turn.state()).isEqualTo(TurnState.REFUSED);
        assertThat(turn.reason()).contains(WHY);
        assertThat(launcher.requests()).isEmpty();
    }

    @Test
    void aTurnThatNeedsAnotherKeyRuns() {
        TurnKeys.Keys keys = new TurnKeys.Keys(Map.of("GEMINI_API_KEY", "closed-1"), Map.of("closed-1", WHY));

        assertThat(over(turns(keys, NO_SERVERS), fixture.conversation("script"), "echo text:ok")
                        .state())
                .isEqualTo(TurnState.FINISHED);
    }

    @Test
    void aTurnWhoseServerDoesNotOpenIsRefused() {
        Turns turns = turns(new TurnKeys.Keys(Map.of(), Map.of()), new Handed.Refused("docs does not open"));

        assertThat(over(turns, fixture.conversation("script"), "echo never").reason())
                .contains("docs does not open");
        assertThat(launcher.requests()).isEmpty();
    }

    @Test
    void aServerThatFailedAtStartIsToldAndConnectsOnTheNextMessage() {
        String conversation = fixture.conversation("script");

        Turn turn =
                over(turns(new TurnKeys.Keys(Map.of(), Map.of()), NO_SERVERS), conversation, "echo mcp-failed:docs");

        assertThat(failed).containsExactly(conversation + " docs");
        assertThat(fixture.events(turn.id()))
                .anyMatch(event -> event.type().equals("mcp_server_failed")
                        && event.data().contains("\"docs\"")
                        && event.data().contains("did not connect")
                        && event.data().contains("on the next message"));
    }
}
