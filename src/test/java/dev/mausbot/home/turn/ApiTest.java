package dev.mausbot.home.turn;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.emptyString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.mausbot.home.TempHome;
import dev.mausbot.home.auth.Owner;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(TempHome.class)
class ApiTest {
    @Inject
    Owner owner;

    private RequestSpecification owner() {
        return given().header("Authorization", "Bearer " + owner.token());
    }

    private String post(String path, Map<String, ?> body) {
        return owner().contentType(ContentType.JSON)
                .body(body)
                .post(path)
                .then()
                .log()
                .ifValidationFails()
                .statusCode(201)
                .extract()
                .path("id");
    }

    @Test
    void aMessageBecomesATurnAndATranscript() {
        String bot = post("/api/bots", Map.of("name", "Ada", "engine", "script"));
        String conversation = post("/api/conversations", Map.of("bot", bot, "title", "first"));
        String turn = owner().contentType(ContentType.JSON)
                .body(Map.of("message", "echo text:hello; echo plain"))
                .post("/api/conversations/" + conversation + "/turns")
                .then()
                .log()
                .ifValidationFails()
                .statusCode(202)
                .body("state", equalTo("QUEUED"))
                .body("position", is(0))
                .extract()
                .path("id");
        await().untilAsserted(() ->
                owner().get("/api/turns/" + turn).then().statusCode(200).body("state", equalTo("FINISHED")));
        owner().get("/api/conversations/" + conversation + "/messages")
                .then()
                .statusCode(200)
                .body("author", equalTo(List.of("OWNER", "BOT")))
                .body("text", hasItem("hello"));
        owner().get("/api/turns/" + turn + "/events")
                .then()
                .statusCode(200)
                .contentType("text/event-stream")
                .body(containsString("event: ended"));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "",
                "null",
                "{",
                "[]",
                "{'name':'a'}",
                "{'name':'a','engine':'script','admin':true}",
                "{'name':'a','name':'b','engine':'script'}",
                "{'name':1,'engine':'script'}",
                "{'name':'a','engine':'script'} {}",
                "{'name':'a','engine':'../script'}",
                "{'name':'a\\u0000','engine':'script'}",
                "{'name':'a','engine':'script','place':'MOON'}",
                "{'name':'a','engine':'script','place':0}",
                "{'name':'a','engine':'script','model':'--resume'}",
                "{'name':'a','engine':'script','domains':{'mode':'ENFORCED'}}",
                "{'name':'a','engine':'script','domains':{'patterns':['*'],'mode':'ENFORCED'}}",
                "{'name':'a','engine':'script','domains':{'patterns':['EVIL'],'mode':'ENFORCED'}}"
            })
    void whatIsNotExactlyABotIsRefusedWithAProblem(String body) {
        owner().contentType(ContentType.JSON)
                .body(body.replace('\'', '"'))
                .post("/api/bots")
                .then()
                .statusCode(400)
                .contentType("application/problem+json")
                .body("status", is(400))
                .body("detail", is(not(emptyString())));
    }

    @Test
    void aMessageIsAtMostAMebibyte() {
        String conversation =
                post("/api/conversations", Map.of("bot", post("/api/bots", Map.of("name", "Ada", "engine", "script"))));
        String path = "/api/conversations/" + conversation + "/turns";
        String comment = "#" + "x".repeat((1 << 20) - 1);
        owner().contentType(ContentType.JSON)
                .body(Map.of("message", comment))
                .post(path)
                .then()
                .statusCode(202);
        owner().contentType(ContentType.JSON)
                .body(Map.of("message", comment + "x"))
                .post(path)
                .then()
                .statusCode(400)
                .body("detail", containsString("longer than 1048576 bytes"));
        owner().contentType(ContentType.JSON)
                .body("x".repeat(5 << 20))
                .post(path)
                .then()
                .statusCode(413)
                .contentType("application/problem+json");
    }

    @ParameterizedTest(name = "{0} {1} is {2}")
    @CsvSource({
        "GET, /nope, 404",
        "GET, /api/nope, 404",
        "GET, /api/bots/nope, 404",
        "GET, /api/turns/nope, 404",
        "GET, /api/turns/nope/events, 404",
        "POST, /api/turns/nope/interrupt, 404",
        "GET, /api/conversations/nope/messages, 404",
        "GET, /api/bots?limit=0, 400",
        "GET, /api/bots?after=-1, 400",
        "DELETE, /api/bots, 405",
        "POST, /api/bots, 415"
    })
    void everyErrorIsAProblem(String method, String path, int status) {
        owner().request(method, path)
                .then()
                .statusCode(status)
                .contentType("application/problem+json")
                .body("status", is(status));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "/",
                "/api/bots",
                "/api/turns/x/events",
                "/nope",
                "/q/dev",
                "/q/health/../../api/bots",
                "/api/health/",
                "/api/health;x",
                "/api/health/../bots",
                "/api/healt%68",
                "//api/bots"
            })
    void nothingButHealthIsOpen(String path) {
        given().urlEncodingEnabled(false)
                .get(path)
                .then()
                .statusCode(401)
                .contentType("application/problem+json")
                .header("WWW-Authenticate", containsString("Bearer"));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {"", "Bearer", "Bearer ", "Bearer omb_session_x", "Basic %s", "%s", "Bearer %sx", "Bearer x%s"})
    void anythingButTheTokenIsRefused(String authorization) {
        given().header("Authorization", authorization.replace("%s", owner.token()))
                .get("/api/bots")
                .then()
                .statusCode(401);
    }

    @Test
    void anotherHostNameIsRefusedBeforeTheTokenIsLookedAt() {
        owner().header("Host", "evil.example")
                .get("/api/bots")
                .then()
                .statusCode(421)
                .contentType("application/problem+json");
        given().header("Host", "evil.example").get("/api/health").then().statusCode(200);
    }

    @Test
    void healthIsOpenAndSaysReady() {
        given().get("/api/health")
                .then()
                .statusCode(200)
                .body("app", is("cloud-home"))
                .body("state", is("ready"));
        given().get("/q/health/ready").then().statusCode(200).body("status", is("UP"));
        given().post("/api/health").then().statusCode(401);
    }
}
