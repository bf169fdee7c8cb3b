package dev.mausbot.home.approval;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.TempHome;
import dev.mausbot.home.auth.Owner;
import dev.mausbot.home.engine.ScriptedAgent;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.ask.Answer;
import dev.mausbot.home.gate.ask.Asked;
import dev.mausbot.home.gate.ask.Question;
import dev.mausbot.home.turn.Page;
import dev.mausbot.home.turn.RunningTurn;
import dev.mausbot.home.turn.RunningTurns;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cards of turns whose engine is an agent that asks by its own protocol, and what the owner does with them. */
@QuarkusTest
@QuarkusTestResource(TempHome.class)
class CardsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Inject
    Owner owner;

    @Inject
    Cards cards;

    @Inject
    CardStore store;

    @Inject
    CardNews news;

    @Inject
    RunningTurns running;

    @Inject
    ObjectMapper json;

    @Inject
    Inbox inbox;

    private RequestSpecification owner() {
        return given().header("Authorization", "Bearer " + owner.token()).contentType(ContentType.JSON);
    }

    private String post(String path, Map<String, ?> body) {
        return owner().body(body).post(path).then().extract().path("id");
    }

    /** A conversation with the scripted agent, and its bot. */
    private record Talk(String bot, String conversation) {}

    private Talk talk(String approvals) {
        String bot = post("/api/bots", Map.of("name", "Ada", "engine", ScriptedAgent.ID, "approvals", approvals));
        return new Talk(bot, post("/api/conversations", Map.of("bot", bot)));
    }

    private String turn(Talk talk, String script) {
        return post("/api/conversations/" + talk.conversation() + "/turns", Map.of("message", script));
    }

    private List<String> open(Talk talk, int count) {
        return await().atMost(PATIENCE)
                .until(
                        () -> owner().get("/api/cards?state=open&conversation=" + talk.conversation())
                                .jsonPath()
                                .getList("id", String.class),
                        ids -> ids.size() == count);
    }

    private ValidatableResponse answer(String card, Map<String, ?> body) {
        return owner().body(body).post("/api/cards/" + card + "/answer").then();
    }

    private String untilOver(String turn) {
        await().atMost(PATIENCE)
                .until(() -> owner().get("/api/turns/" + turn).jsonPath().getString("endedAt") != null);
        return owner().get("/api/turns/" + turn + "/events").asString();
    }

    private Caller caller(Talk talk, String turn) {
        return Caller.ofTurn(talk.bot(), talk.conversation(), turn);
    }

    private static Question permission(String id, String command) {
        return new Question.Permission(id, "Bash", "{\"command\":\"" + command + "\"}", "");
    }

    private static Answer outcome(Asked asked) {
        return asked.answer()
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }

    @ParameterizedTest
    @CsvSource({"ALLOW, ALLOWED, yes-1", "DENY, DENIED, no-1", "ALLOW_FOR_CONVERSATION, ALLOWED, yes-1"})
    void anAgentsQuestionBecomesACardAndIsAnswered(String decision, String state, String heard) {
        Talk talk = talk("ASK");
        String turn = turn(talk, "ask 1 'touch made'; hear");
        String card = open(talk, 1).getFirst();
        owner().get("/api/cards/" + card)
                .then()
                .statusCode(200)
                .body("kind", is("PERMISSION"))
                .body("tool", is("execute"))
                .body("input", containsString("\"command\":\"touch made\""))
                .body("input", containsString("\"title\":\"t\""))
                .body("grant.program", is("touch"))
                .body("state", is("OPEN"))
                .body("turn", is(turn))
                .body("notice", containsString("up to its box"));
        answer(card, Map.of("decision", decision, "text", "a note"))
                .statusCode(200)
                .body("state", is(state))
                .body("closedBy", is("owner"))
                .body("answer", is("a note"));
        assertThat(untilOver(turn)).contains(heard, "event: card.opened", "event: card.closed");
        answer(card, Map.of("decision", "ALLOW")).statusCode(409).contentType("application/problem+json");
    }

    @Test
    void aGrantIsForItsConversationAndItsProgramOnlyAndCanBeTakenBack() {
        Talk talk = talk("ASK");
        String first = turn(talk, "ask 1 'touch made'; hear");
        answer(open(talk, 1).getFirst(), Map.of("decision", "ALLOW_FOR_CONVERSATION"))
                .statusCode(200);
        untilOver(first);
        String second = turn(talk, "ask 1 'touch more'; hear; ask 2 'mkdir d'; hear; ask 3 'touch a; mkdir d'; hear");
        answer(open(talk, 1).getFirst(), Map.of("decision", "DENY"))
                .statusCode(200)
                .body("grant.program", is("mkdir"));
        String third = await().atMost(PATIENCE)
                .until(
                        () -> owner().get("/api/cards?state=open&conversation=" + talk.conversation())
                                .jsonPath()
                                .getList("findAll { it.grant == null }.id", String.class),
                        ids -> ids.size() == 1)
                .getFirst();
        answer(third, Map.of("decision", "ALLOW_FOR_CONVERSATION")).statusCode(400);
        answer(third, Map.of("decision", "DENY")).statusCode(200);
        assertThat(untilOver(second)).contains("yes-1").contains("no-2").contains("no-3");

        Talk other = talk("ASK");
        String elsewhere = turn(other, "ask 1 'touch made'; hear");
        answer(open(other, 1).getFirst(), Map.of("decision", "DENY")).statusCode(200);
        untilOver(elsewhere);

        String grants = "/api/conversations/" + talk.conversation() + "/grants";
        owner().get(grants).then().body("program", equalTo(List.of("touch")));
        owner().delete(grants).then().statusCode(204);
        owner().get(grants).then().body("", hasSize(0));
        String fourth = turn(talk, "ask 1 'touch again'; hear");
        answer(open(talk, 1).getFirst(), Map.of("decision", "DENY")).statusCode(200);
        untilOver(fourth);
    }

    @Test
    void aSecondQuestionOfOneIdIsDeniedAndTheFirstStaysAnswerable() {
        Talk talk = talk("ASK");
        String turn = turn(talk, "ask 1 'touch a'; ask 1 'touch b'; hear; hear");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                store.page(new Page(0, 200), Optional.empty(), Optional.of(talk.conversation())))
                        .hasSize(1));
        String card = open(talk, 1).getFirst();
        owner().get("/api/cards/" + card).then().body("input", containsString("touch a"));
        answer(card, Map.of("decision", "ALLOW")).statusCode(200);
        assertThat(untilOver(turn)).contains("no-1").contains("yes-1");
    }

    @Test
    void aFifthOpenQuestionIsDenied() {
        Talk talk = talk("ASK");
        String turn = turn(talk, "for i in 1 2 3 4 5; do ask $i 'touch a'; done; for i in 1 2 3 4 5; do hear; done");
        List<String> open = open(talk, 4);
        open.forEach(card -> answer(card, Map.of("decision", "ALLOW")).statusCode(200));
        assertThat(untilOver(turn)).contains("no-5", "yes-1", "yes-2", "yes-3", "yes-4");
    }

    @Test
    void anInterruptClosesWhatIsOpen() {
        Talk talk = talk("ASK");
        String turn = turn(talk, "ask 1 'touch a'; hear; hear");
        String card = open(talk, 1).getFirst();
        owner().post("/api/turns/" + turn + "/interrupt").then().statusCode(202);
        open(talk, 0);
        owner().get("/api/cards/" + card).then().body("state", is("CANCELLED")).body("closedBy", is("turn-over"));
        untilOver(turn);
        answer(card, Map.of("decision", "ALLOW")).statusCode(409);
    }

    @Test
    void nothingIsAskedInATurnThatIsOverOrOfAnotherBot() {
        Talk talk = talk("ASK");
        String turn = turn(talk, "ask 1 'touch a'; hear");
        String card = open(talk, 1).getFirst();
        Talk other = talk("ASK");
        assertThat(outcome(cards.ask(new Caller("b", other.bot(), talk.conversation(), turn), permission("9", "ls"))))
                .isInstanceOf(Answer.Denied.class);
        answer(card, Map.of("decision", "ALLOW")).statusCode(200);
        untilOver(turn);
        assertThat(outcome(cards.ask(caller(talk, turn), permission("9", "ls"))))
                .isInstanceOf(Answer.Denied.class);
        open(talk, 0);
    }

    /** The store, but what it is told of the end of a card it takes only while that is good. */
    private CardStore takingEnds(AtomicBoolean good) {
        return new CardStore(json, inbox) {
            @Override
            Changed open(String id, RunningTurn turn, Draft draft, Duration patience) {
                return store.open(id, turn, draft, patience);
            }

            @Override
            Optional<Changed> close(String id, CardState state, String answer, String by, boolean grant) {
                if (!good.get()) {
                    throw new IllegalStateException("the disk is full");
                }
                return store.close(id, state, answer, by, grant);
            }

            @Override
            boolean granted(String conversation, GrantKey key) {
                return store.granted(conversation, key);
            }
        };
    }

    @Test
    void aStoreThatFailsKeepsNobodyWaitingAndIsToldLater() {
        AtomicBoolean good = new AtomicBoolean();
        Cards fragile =
                new Cards(takingEnds(good), running, news, new CardLimits(PATIENCE, 1, 50, Duration.ofMillis(20)));
        Talk talk = talk("ASK");
        String turn = turn(talk, "ask 1 'touch a'; hear");
        String waiting = open(talk, 1).getFirst();
        Asked first = fragile.ask(caller(talk, turn), permission("x", "touch b"));
        first.withdraw();
        assertThat(outcome(first)).isEqualTo(new Answer.Denied("It was taken back."));
        Asked second = fragile.ask(caller(talk, turn), permission("y", "touch c"));
        assertThat(second.answer().toCompletableFuture())
                .as("the place of the first is free")
                .isNotDone();
        assertThat(open(talk, 3)).contains(waiting);
        good.set(true);
        open(talk, 2);
        owner().get("/api/cards?state=closed&conversation=" + talk.conversation())
                .then()
                .body("state", equalTo(List.of("CANCELLED")))
                .body("closedBy", equalTo(List.of("asker")));
        second.withdraw();
        answer(waiting, Map.of("decision", "DENY")).statusCode(200);
        untilOver(turn);
        fragile.close();
    }

    @Test
    void whatNobodyAnswersIsDeniedAfterAWhile() {
        Cards hasty = new Cards(store, running, news, new CardLimits(Duration.ofMillis(200), 4, 3, PATIENCE));
        Talk talk = talk("ASK");
        String turn = turn(talk, "ask 1 'touch a'; hear");
        String waiting = open(talk, 1).getFirst();
        assertThat(outcome(hasty.ask(caller(talk, turn), permission("x", "touch b"))))
                .isEqualTo(new Answer.Denied("Nobody answered in time, so the answer is no."));
        assertThat(outcome(hasty.ask(caller(talk, turn), new Question.Choice("y", "which?", List.of()))))
                .isEqualTo(new Answer.Said("Nobody answered in time. Use your own judgement."));
        owner().get("/api/cards?state=closed&conversation=" + talk.conversation())
                .then()
                .body("state", equalTo(List.of("EXPIRED", "EXPIRED")))
                .body("closedBy", equalTo(List.of("time", "time")));
        // The third and last that may be asked, and what comes after it.
        Asked third = hasty.ask(caller(talk, turn), permission("z", "touch b"));
        third.withdraw();
        assertThat(outcome(third)).isInstanceOf(Answer.Withdrawn.class);
        assertThat(outcome(hasty.ask(caller(talk, turn), permission("zz", "touch b"))))
                .isInstanceOf(Answer.Denied.class);
        answer(waiting, Map.of("decision", "DENY")).statusCode(200);
        untilOver(turn);
        hasty.close();
    }

    @Test
    void aQuestionIsAnsweredInWords() {
        Talk talk = talk("ASK");
        String turn = turn(talk, "ask 1 'touch a'; hear");
        open(talk, 1);
        Asked asked =
                cards.ask(caller(talk, turn), new Question.Choice("q", "<b>which</b>?\n\u202e", List.of("a", "b")));
        String card = open(talk, 2).getLast();
        owner().get("/api/cards/" + card)
                .then()
                .body("kind", is("QUESTION"))
                .body("question", is("<b>which</b>?\n\u202e"))
                .body("choices", equalTo(List.of("a", "b")));
        answer(card, Map.of("decision", "ALLOW")).statusCode(400);
        answer(card, Map.of("decision", "ANSWER")).statusCode(400);
        answer(card, Map.of("decision", "ANSWER", "text", "b")).statusCode(200).body("state", is("ANSWERED"));
        assertThat(outcome(asked)).isEqualTo(new Answer.Said("b"));
        owner().post("/api/turns/" + turn + "/interrupt");
        untilOver(turn);
    }

    @Test
    void aBotSetToFullAsksNothing() {
        Talk talk = talk("ASK");
        owner().body(Map.of("approvals", "FULL"))
                .put("/api/bots/" + talk.bot() + "/approvals")
                .then()
                .statusCode(200)
                .body("approvals", is("FULL"));
        String turn = turn(talk, "ask 1 'rm -rf x'; hear");
        assertThat(untilOver(turn)).contains("yes-1");
        open(talk, 0);
    }

    @Test
    void autoAsksOnlyForWhatIsNotPlainlyHarmless() {
        Talk talk = talk("AUTO");
        String turn = turn(talk, "ask 1 'ls -l'; hear; ask 2 'touch a'; hear");
        answer(open(talk, 1).getFirst(), Map.of("decision", "DENY"))
                .statusCode(200)
                .body("input", containsString("touch a"));
        assertThat(untilOver(turn)).contains("yes-1", "no-2");
    }

    @Test
    void whoMustAskAndCannotIsRefused() {
        String bot = post("/api/bots", Map.of("name", "Ada", "engine", "script", "approvals", "ASK"));
        String conversation = post("/api/conversations", Map.of("bot", bot));
        String turn = post("/api/conversations/" + conversation + "/turns", Map.of("message", "echo hi"));
        assertThat(untilOver(turn)).contains("REFUSED", "set its approvals to FULL");
    }

    @ParameterizedTest
    @CsvSource({ScriptedAgent.ID + ", ASK", "script, FULL", "unknown, FULL"})
    void aNewBotAsksIfItsEngineCan(String engine, String approvals) {
        owner().body(Map.of("name", "Ada", "engine", engine))
                .post("/api/bots")
                .then()
                .body("approvals", is(approvals));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "null", "{\"approvals\":\"SOME\"}", "{\"approvals\":0}"})
    void whatIsNoSettingIsRefused(String body) {
        String bot = talk("ASK").bot();
        owner().body(body).put("/api/bots/" + bot + "/approvals").then().statusCode(400);
        owner().body(Map.of("approvals", "ASK"))
                .put("/api/bots/nope/approvals")
                .then()
                .statusCode(404);
    }

    @ParameterizedTest(name = "{0} {1} is {2}")
    @CsvSource({
        "GET, /api/cards/nope, 404",
        "GET, /api/cards?state=both, 400",
        "GET, /api/cards?limit=0, 400",
        "POST, /api/cards/nope/answer, 400",
        "GET, /api/audit?limit=501, 400",
        "GET, /api/audit?before=yesterday, 400",
        "GET, /api/audit?kind=A, 400"
    })
    void everyErrorIsAProblem(String method, String path, int status) {
        owner().request(method, path).then().statusCode(status).contentType("application/problem+json");
    }

    /** The inbox's stream from an id on, until so many events have come. */
    private List<String> inbox(String after, int events) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(RestAssured.baseURI + ":" + RestAssured.port + "/api/cards/events"))
                .header("Authorization", "Bearer " + owner.token());
        if (!after.isEmpty()) {
            request.header("Last-Event-ID", after);
        }
        List<String> heard = new ArrayList<>();
        try (HttpClient http = HttpClient.newHttpClient();
                Stream<String> lines = http.send(request.build(), HttpResponse.BodyHandlers.ofLines())
                        .body()) {
            Iterator<String> each = lines.iterator();
            String id = "";
            String type = "";
            while (heard.size() < events) {
                String line = each.next();
                id = line.startsWith("id: ") ? line.substring(4) : id;
                type = line.startsWith("event: ") ? line.substring(7) : type;
                if (line.startsWith("data: ")) {
                    heard.add(id + " " + type + " " + line.substring(6));
                }
            }
            http.shutdownNow();
        }
        return heard;
    }

    @Test
    void theInboxTellsEachChangeOnceAndLosesNone() throws Exception {
        Talk talk = talk("ASK");
        String before = inbox("", 1).getFirst();
        assertThat(before).contains(" inbox {\"open\":");
        String last = before.substring(0, before.indexOf(' '));
        CompletableFuture<List<String>> live = CompletableFuture.supplyAsync(() -> {
            try {
                return inbox(last, 4);
            } catch (Exception broken) {
                throw new IllegalStateException(broken);
            }
        });
        String turn = turn(talk, "ask 1 'touch a'; hear; ask 2 'touch b'; hear");
        String first = open(talk, 1).getFirst();
        answer(first, Map.of("decision", "ALLOW")).statusCode(200);
        String second = await().atMost(PATIENCE).until(() -> open(talk, 1).getFirst(), card -> !card.equals(first));
        answer(second, Map.of("decision", "DENY")).statusCode(200);
        untilOver(turn);
        long from = Long.parseLong(last);
        List<String> told = live.get(30, TimeUnit.SECONDS);
        assertThat(told)
                .satisfiesExactly(
                        event -> assertThat(event)
                                .startsWith(from + 1 + " card.opened ")
                                .contains(first, "\"state\":\"OPEN\""),
                        event -> assertThat(event)
                                .startsWith(from + 2 + " card.closed ")
                                .contains(first, "\"state\":\"ALLOWED\""),
                        event -> assertThat(event)
                                .startsWith(from + 3 + " card.opened ")
                                .contains(second),
                        event -> assertThat(event)
                                .startsWith(from + 4 + " card.closed ")
                                .contains(second, "\"state\":\"DENIED\""));
        assertThat(inbox(String.valueOf(from + 1), 3)).isEqualTo(told.subList(1, 4));
        assertThat(inbox("999999999", 1).getFirst()).startsWith(from + 4 + " inbox ");
        assertThat(inbox("nonsense", 1).getFirst()).startsWith(from + 4 + " inbox ");
    }

    @Test
    void theAuditLogHoldsEveryDecisionAndNoSecret() {
        Talk talk = talk("ASK");
        String turn = turn(talk, "ask 1 'login --token CANARY0123456789'; hear");
        answer(open(talk, 1).getFirst(), Map.of("decision", "DENY", "text", "CANARY9876543210"))
                .statusCode(200);
        untilOver(turn);
        await().untilAsserted(() -> assertThat(owner().get("/api/audit?kind=card.closed&limit=500")
                        .jsonPath()
                        .getList("events.findAll { it.turn == '" + turn + "' }.decision"))
                .containsExactly("denied"));
        String log = owner().get("/api/audit?limit=500").asString();
        assertThat(log).contains("login --token [redacted]").doesNotContain("CANARY");
    }
}
