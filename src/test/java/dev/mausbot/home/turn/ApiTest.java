package dev.mausbot.home.turn;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;

import dev.mausbot.home.TempHome;
import dev.mausbot.home.auth.StartToken;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TempHome.class)
class ApiTest {
    @Inject
    StartToken token;

    private RequestSpecification owner() {
        return given().header("Authorization", "Bearer " + token.reveal());
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
                .body("author", equalTo(java.util.List.of("OWNER", "BOT")))
                .body("text", hasItem("hello"));
        owner().get("/api/turns/" + turn + "/events")
                .then()
                .log()
                .all()
                .statusCode(200)
                .contentType("text/event-stream")
                .body(containsString("event: ended"));
    }
}
