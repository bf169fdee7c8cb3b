package dev.mausbot.home.turn;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.mausbot.home.TempHome;
import dev.mausbot.home.auth.Owner;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.Listening;
import dev.mausbot.home.relay.SignInRelay;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the owner gets for a pasted redirect; the box's side of the relay is played by hand. */
@QuarkusTest
@QuarkusTestResource(TempHome.class)
class SignInApiTest {
    private static final String URL = "http://127.0.0.1:8085/cb?code=secret";

    @Inject
    Owner owner;

    @Inject
    Turns turns;

    @Inject
    TurnFixture fixture;

    @Inject
    SignInRelay relay;

    private Path folder = Path.of("/");
    private String conversation = "";
    private Turn turn;

    @BeforeEach
    void runATurn() throws IOException {
        folder = Files.createTempDirectory("sa");
        conversation = fixture.conversation("script");
        turn = fixture.submit(turns, conversation, TurnFixture.WAIT);
        fixture.untilStarted(turn.id());
    }

    @AfterEach
    void endIt() throws IOException {
        fixture.go(conversation);
        fixture.untilOver(turn.id());
        Files.delete(folder);
    }

    private ValidatableResponse signIn(String conversation, Object body) {
        return given().header("Authorization", "Bearer " + owner.token())
                .contentType(ContentType.JSON)
                .body(body)
                .post("/api/conversations/" + conversation + "/sign-in")
                .then();
    }

    private ValidatableResponse signIn() {
        return signIn(conversation, Map.of("redirectUrl", URL));
    }

    private Listening open() {
        return relay.open(folder.resolve("s"), Caller.ofTurn("b", conversation, turn.id()));
    }

    /** Dials like a box, and says this when it is asked. */
    private CompletableFuture<String> box(String says) throws IOException {
        SocketChannel box = SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("s")));
        // Not on the common pool: the HTTP client's own language loads its classes there, and would wait for us.
        return CompletableFuture.supplyAsync(
                () -> {
                    try (box) {
                        String heard = new String(Channels.newInputStream(box).readNBytes(14), US_ASCII);
                        box.write(ByteBuffer.wrap(says.getBytes(US_ASCII)));
                        return heard + new String(Channels.newInputStream(box).readAllBytes(), US_ASCII);
                    } catch (IOException failed) {
                        throw new UncheckedIOException(failed);
                    }
                },
                Thread::startVirtualThread);
    }

    @Test
    void bringsBackWhatTheEngineAnswered() throws Exception {
        try (Listening _ = open()) {
            CompletableFuture<String> heard =
                    box("ok\nHTTP/1.1 400 No\r\nContent-Length: 21\r\n\r\n<script>no\n</script>\u001b");
            signIn(conversation, Map.of("redirectUrl", " " + URL + "\n"))
                    .statusCode(200)
                    .contentType(ContentType.JSON)
                    .body("status", is(400))
                    .body("text", is("<script>no </script>\ufffd"));
            assertThat(heard.join()).startsWith("connect 08085\nGET /cb?code=secret HTTP/1.1\r\n");
        }
    }

    @Test
    void saysWhoIsNotThere() throws Exception {
        signIn("nope", Map.of("redirectUrl", URL)).statusCode(404);
        signIn().statusCode(404).body("detail", containsString("No turn runs"));
        signIn(fixture.conversation("script"), Map.of("redirectUrl", URL)).statusCode(404);
        try (Listening _ = open()) {
            signIn().statusCode(409).body("detail", containsString("not ready"));
        }
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource({"'refused\n', 409, on port 8085", "'garbage!', 502, may have the sign-in", "'ok\n', 504, in time"})
    void saysWhatWentWrong(String says, int status, String detail) throws Exception {
        try (Listening _ = open()) {
            CompletableFuture<String> heard = box(says);
            signIn().statusCode(status)
                    .contentType("application/problem+json")
                    .body("status", is(status))
                    .body("detail", containsString(detail))
                    .body("detail", not(containsString("secret")));
            assertThat(heard.join()).startsWith("connect 08085\n");
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "{}",
                "{'redirectUrl':''}",
                "{'redirectUrl':7}",
                "{'redirectUrl':'https://127.0.0.1:8085/secret'}",
                "{'redirectUrl':'http://evil.example:8085/secret'}",
                "{'redirectUrl':'http://127.0.0.1/secret'}",
                "{'redirectUrl':'http://u@127.0.0.1:8085/secret'}",
                "{'redirectUrl':'http://127.0.0.1:8085/secret\\r\\nX: y'}",
                "{'redirectUrl':'http://127.0.0.1:8085/','port':22}"
            })
    void takesNothingButALoopbackUrl(String body) throws Exception {
        try (Listening _ = open()) {
            signIn(conversation, body.replace('\'', '"'))
                    .statusCode(400)
                    .contentType("application/problem+json")
                    .body("detail", not(containsString("secret")));
        }
    }

    @Test
    void takesNoMoreThanABrowserSends() throws Exception {
        try (Listening _ = open()) {
            String longest = "http://127.0.0.1:8085/" + "a".repeat(8 * 1024 - 1);
            signIn(conversation, Map.of("redirectUrl", longest)).statusCode(409);
            signIn(conversation, Map.of("redirectUrl", longest + "a")).statusCode(400);
        }
    }
}
