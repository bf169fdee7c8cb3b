package dev.mausbot.home.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.auth.signed.Canonical;
import dev.mausbot.home.auth.signed.SignedHeaders;
import dev.mausbot.home.auth.signed.SignedRequests;
import dev.mausbot.home.auth.signed.SigningKey;
import dev.mausbot.home.boot.Secret;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The door on a real connection, with a route behind it that says what reached it. */
class SignedDoorTest {
    private static final String PAIRING = "/api/cloud/pairing";
    private static final SigningKey KEY = new SigningKey(new Secret("k".repeat(43)));

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private String address = "";

    @BeforeEach
    void open() {
        // A second earlier than now, so that what is signed in this second was not signed before the start.
        long[] calls = {0};
        InstantSource clock = () -> InstantSource.system().instant().minusSeconds(calls[0]++ == 0 ? 1 : 0);
        listen(new AdminAccess(Optional.of(new SignedRequests(KEY, clock)), new SourceAddress(/* onFly= */ false)));
    }

    private void listen(AdminAccess access) {
        SignedDoor door = new SignedDoor(access);
        Router router = Router.router(vertx);
        router.route().handler(context -> {
            if (door.isFor(context)) {
                door.meet(context);
            } else {
                context.response().setStatusCode(418).end();
            }
        });
        router.route().handler(SignedDoorTest::echo);
        HttpServer server = vertx.createHttpServer()
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        address = "http://127.0.0.1:" + server.actualPort();
    }

    @SuppressWarnings("deprecation") // what the framework's own readers look at
    private static void echo(RoutingContext context) {
        context.response().end(AdminRequest.of(context).orElseThrow().nonce() + " " + context.getBodyAsString());
    }

    @AfterEach
    void close() {
        client.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private static Map<String, String> signature(String method, String target, String body) {
        long seconds = InstantSource.system().instant().getEpochSecond();
        String nonce = UUID.randomUUID().toString();
        Canonical message = Canonical.request(seconds, nonce, method, target, body.getBytes(StandardCharsets.UTF_8));
        return new SignedHeaders(seconds, nonce, KEY.sign(message)).asSent();
    }

    private HttpResponse<String> send(String method, String target, String body, Map<String, String> headers)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address + target)).method(method, BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void handsOnTheBodyThatWasSigned() throws Exception {
        Map<String, String> headers = signature("POST", PAIRING + "?a=%20b", "{\"a\":1}");
        HttpResponse<String> answer = send("POST", PAIRING + "?a=%20b", "{\"a\":1}", headers);
        assertThat(answer.body()).isEqualTo(headers.get(SignedHeaders.NONCE) + " {\"a\":1}");
    }

    @Test
    void takesRequestsWithoutABody() throws Exception {
        assertThat(send("GET", "/api/cloud/health", "", signature("GET", "/api/cloud/health", ""))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void saysWhyItRefuses() throws Exception {
        Map<String, String> headers = signature("POST", PAIRING, "a");
        HttpResponse<String> tampered = send("POST", PAIRING, "b", headers);
        assertThat(tampered.statusCode()).isEqualTo(401);
        assertThat(tampered.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(new JsonObject(tampered.body()).getString("code")).isEqualTo("invalid_signature");

        assertThat(send("POST", PAIRING, "a", headers).statusCode()).isEqualTo(200);
        assertThat(new JsonObject(send("POST", PAIRING, "a", headers).body()).getString("code"))
                .isEqualTo("replayed_request");
    }

    @Test
    void saysHowLongALockedOutSourceHasToWait() throws Exception {
        HttpResponse<String> last = send("GET", PAIRING, "", Map.of());
        for (int each = 0; each < 10; each++) {
            last = send("GET", PAIRING, "", Map.of());
        }
        assertThat(last.statusCode()).isEqualTo(429);
        JsonObject problem = new JsonObject(last.body());
        assertThat(problem.getString("code")).isEqualTo("rate_limited");
        assertThat(problem.getInteger("retryAfterSeconds")).isBetween(290, 300);
        assertThat(last.headers().firstValue("Retry-After")).contains(problem.getInteger("retryAfterSeconds") + "");
        // Who could forge the header would lock out others, or get new chances.
        assertThat(send("GET", PAIRING, "", Map.of("Fly-Client-IP", "203.0.113.1"))
                        .statusCode())
                .isEqualTo(429);
    }

    @Test
    void readsNoMoreThanASignedBodyMayHave() throws Exception {
        String most = "b".repeat(4096);
        assertThat(send("POST", PAIRING, most, signature("POST", PAIRING, most)).statusCode())
                .isEqualTo(200);
        String more = most + "b";
        assertThat(send("POST", PAIRING, more, signature("POST", PAIRING, more)).statusCode())
                .isEqualTo(413);
    }

    @Test
    void opensOtherPathsToNobody() throws Exception {
        for (String path :
                new String[] {"/api/bots", "/api/cloud/health/", "/api/cloud/%68ealth", "/api/cloud/./health"}) {
            assertThat(send("GET", path, "", signature("GET", path, "")).statusCode())
                    .as(path)
                    .isEqualTo(418);
        }
        assertThat(send("GET", "/q/metrics", "", signature("GET", "/q/metrics", ""))
                        .statusCode())
                .isEqualTo(200);
        assertThat(send("GET", "/q/metrics", "", Map.of()).statusCode())
                .as("a session's")
                .isEqualTo(418);
    }

    @Test
    void opensNothingOnAMachineOfNoFleet() throws Exception {
        listen(new AdminAccess(Optional.empty(), new SourceAddress(/* onFly= */ false)));
        assertThat(send("GET", PAIRING, "", signature("GET", PAIRING, "")).statusCode())
                .isEqualTo(418);
    }
}
