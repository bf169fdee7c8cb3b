package dev.mausbot.home.approval;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;

import dev.mausbot.home.TempHome;
import dev.mausbot.home.auth.Owner;
import dev.mausbot.home.engine.ScriptedAgent;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is left of a card that was closed: how long, how many, and who closed it. */
@QuarkusTest
@QuarkusTestResource(TempHome.class)
class CardHistoryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Inject
    Owner owner;

    @Inject
    CardStore store;

    private String bot;
    private String conversation;
    private String turn;
    private String open;

    private RequestSpecification owner() {
        return given().header("Authorization", "Bearer " + owner.token()).contentType(ContentType.JSON);
    }

    private String post(String path, Map<String, ?> body) {
        return owner().body(body).post(path).then().extract().path("id");
    }

    @BeforeEach
    void askSomething() {
        bot = post("/api/bots", Map.of("name", "Ada", "engine", ScriptedAgent.ID, "approvals", "ASK"));
        conversation = post("/api/conversations", Map.of("bot", bot));
        turn = post("/api/conversations/" + conversation + "/turns", Map.of("message", "ask 1 'touch made'; hear"));
        open = await().atMost(PATIENCE)
                .until(() -> ids("open"), ids -> ids.size() == 1)
                .getFirst();
    }

    private List<String> ids(String state) {
        return owner().get("/api/cards?limit=200&state=" + state + "&conversation=" + conversation)
                .jsonPath()
                .getList("id", String.class);
    }

    private void allow() {
        owner().body(Map.of("decision", "ALLOW"))
                .post("/api/cards/" + open + "/answer")
                .then()
                .statusCode(200);
    }

    /** Closed cards of this turn, as they would be if it had asked so often. */
    private List<String> closed(int count, Instant when) {
        return QuarkusTransaction.requiringNew().call(() -> {
            long last = CardRow.getEntityManager()
                    .createQuery("select max(c.ordinal) from CardRow c", Long.class)
                    .getSingleResult();
            return LongStream.rangeClosed(last + 1, last + count)
                    .mapToObj(ordinal -> closed(ordinal, when.toEpochMilli()))
                    .toList();
        });
    }

    private String closed(long ordinal, long when) {
        CardRow row = new CardRow();
        row.id = UUID.randomUUID().toString();
        row.ordinal = ordinal;
        row.conversationId = conversation;
        row.turnId = turn;
        row.botId = bot;
        row.state = CardState.DENIED;
        row.closedBy = "owner";
        row.createdAt = when;
        row.expiresAt = when;
        row.closedAt = when;
        row.persist();
        return row.id;
    }

    @Test
    void aConversationKeepsItsNewestClosedCards() {
        List<String> before = closed(CardStore.KEPT + 5, Instant.now());
        allow();
        // The one that was just closed was opened before all of the others, and is shown all the same.
        List<String> newest = new ArrayList<>(before.subList(6, before.size()));
        newest.addFirst(open);
        assertThat(ids("closed")).isEqualTo(newest).hasSize(CardStore.KEPT);
        assertThat(ids("open")).isEmpty();
    }

    @Test
    void anOldCardIsForgottenAndAnOpenOneNever() {
        Instant now = Instant.now();
        List<String> old = closed(2, now.minus(CardStore.KEPT_FOR).minusSeconds(1));
        List<String> young = closed(2, now.minus(CardStore.KEPT_FOR).plusSeconds(60));
        assertThat(store.forgetOld(now)).isGreaterThanOrEqualTo(2);
        assertThat(ids("closed")).isEqualTo(young).doesNotContainAnyElementsOf(old);
        assertThat(ids("open")).containsExactly(open);
        allow();
    }

    @Test
    void aTranscriptSaysThatItsCardIsNotKeptAnyMore() {
        allow();
        owner().get("/conversations/" + conversation)
                .then()
                .body(containsString("touch made"))
                .body(not(containsString("not kept any more")));
        QuarkusTransaction.requiringNew().run(() -> CardRow.deleteById(open));
        owner().get("/conversations/" + conversation)
                .then()
                .statusCode(200)
                .body(containsString("The card is not kept any more"));
    }

    @Test
    void theNewestCardIsKeptHoweverOldSoThatOrdinalsGoOn() {
        List<String> old = closed(2, Instant.now().minus(CardStore.KEPT_FOR).minusSeconds(1));
        store.forgetOld(Instant.now());
        assertThat(ids("closed")).containsExactly(old.getLast());
        allow();
    }

    @Test
    void theAuditLogSaysByWhichSessionTheOwnerAnsweredSetAndTookBack() {
        String session = owner().get("/api/auth/sessions").jsonPath().getString("sessions.find { it.current }.id");
        owner().body(Map.of("decision", "ALLOW_FOR_CONVERSATION"))
                .post("/api/cards/" + open + "/answer")
                .then()
                .statusCode(200);
        owner().delete("/api/conversations/" + conversation + "/grants").then().statusCode(204);
        owner().body(Map.of("approvals", "AUTO"))
                .put("/api/bots/" + bot + "/approvals")
                .then()
                .statusCode(200);
        for (String kind : List.of("card.closed", "approvals.changed")) {
            await().untilAsserted(() -> assertThat(owner().get("/api/audit?limit=500&kind=" + kind)
                            .jsonPath()
                            .getList("events.findAll { it.conversation == '%s' || it.bot == '%s' }"
                                            .formatted(conversation, bot)
                                    + ".collect { it.by + ' ' + it.session + ' ' + it.label }"))
                    .isNotEmpty()
                    .containsOnly("owner " + session + " test"));
        }
    }
}
