package dev.mausbot.home.gate.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.audit.AuditEvent.HarnessRefused;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.gate.Listening;
import dev.mausbot.home.gate.harness.UnixConnection.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HarnessGateTest {
    private static final Caller CALLER = new Caller("box-1", "bot-1", "conversation-1", "turn-1");
    private static final HarnessLimits IMPATIENT = new HarnessLimits(256 * 1024, 32, 64, Duration.ofMillis(200));

    private final CoreVertx core = CoreVertx.start();
    private final List<AuditEvent> audited = new CopyOnWriteArrayList<>();
    private final List<InternalRequest> asked = new CopyOnWriteArrayList<>();
    private final List<CompletableFuture<InternalAnswer>> held = new CopyOnWriteArrayList<>();
    private final Capability capability = Capability.mint();
    private Path folder = Path.of("");
    private Path socket = Path.of("");

    @BeforeEach
    void makeFolder() throws IOException {
        // Not JUnit's own: a socket's path must stay short wherever TMPDIR is.
        folder = Files.createTempDirectory(Path.of("/tmp"), "omb-h");
        socket = folder.resolve("harness");
    }

    @AfterEach
    void removeFolder() throws IOException {
        core.close();
        Files.deleteIfExists(socket);
        Files.delete(folder);
    }

    @Test
    void handsARequestOnWithTheCallerThatTheSocketBelongsTo() throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            Response response = box.send(request("POST", "/api/internal/notes?a=b", "{\"bot\":\"another\"}"))
                    .read();
            assertThat(response.status()).isEqualTo(201);
            assertThat(response.header("content-type")).contains("application/json");
            assertThat(response.header("x-omb-gate"))
                    .as("the routes' own answer")
                    .isEmpty();
            assertThat(response.body()).isEqualTo("{\"path\":\"notes\"}");
        }
        assertThat(asked).singleElement().satisfies(request -> {
            assertThat(request.caller()).isEqualTo(CALLER);
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.path()).isEqualTo("notes");
            assertThat(request.query()).isEqualTo("a=b");
            assertThat(request.headers()).containsKey("host").doesNotContainKey("authorization");
            assertThat(new String(request.body(), StandardCharsets.UTF_8)).isEqualTo("{\"bot\":\"another\"}");
        });
        assertThat(audited).isEmpty();
    }

    @Test
    void answersSeveralRequestsOfOneConnectionAndDecidesEachAnew() throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            assertThat(box.send(request("GET", "/api/internal/whoami", ""))
                            .read()
                            .status())
                    .isEqualTo(201);
            assertRefused(box.send(request("GET", "/api/bots", "")).read(), Refusal.NOT_INTERNAL);
            assertThat(box.send(request("GET", "/api/internal/whoami", ""))
                            .read()
                            .status())
                    .isEqualTo(201);
        }
    }

    @Test
    void answersPipelinedRequestsInOrder() throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            box.send(request("GET", "/api/internal/a", "")
                    + request("GET", "/x", "")
                    + request("GET", "/api/internal/b", ""));
            assertThat(List.of(
                            box.read().body(), box.read().status(), box.read().body()))
                    .isEqualTo(List.of("{\"path\":\"a\"}", 403, "{\"path\":\"b\"}"));
        }
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "GET, /, NOT_INTERNAL",
        "GET, /api/bots, NOT_INTERNAL",
        "GET, /api/internal/../bots, NOT_PLAIN",
        "GET, /api/internal/%2e%2e/bots, NOT_PLAIN",
        "GET, http://127.0.0.1/api/internal/whoami, NOT_A_PATH",
        "OPTIONS, *, NOT_A_PATH",
        "CONNECT, example.com:443, NOT_A_PATH",
        "CONNECT, /api/internal/whoami, METHOD",
        "TRACE, /api/internal/whoami, METHOD",
        "OPTIONS, /api/internal/whoami, METHOD",
        "HEAD, /api/internal/whoami, METHOD",
        "get, /api/internal/whoami, METHOD",
        "PURGE, /api/internal/whoami, METHOD"
    })
    void answersByItselfWhatIsNotForTheRoutes(String method, String target, Refusal refusal) throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            box.send(request(method, target, ""));
            Response response = method.equals("HEAD") ? headOnly(box, refusal) : box.read();
            assertRefused(response, refusal);
        }
        assertThat(asked).isEmpty();
        assertThat(audited).containsExactly(new HarnessRefused("box-1", "bot-1", method, target, refusal.label()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Authorization: Bearer \r\n",
                "Authorization: Bearer omb_cap_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n",
                "Authorization: Basic $TOKEN\r\n",
                "Authorization: $TOKEN\r\n",
                "Authorization: Bearer $TOKEN x\r\n",
                "Authorization: Bearer $TOKEN\r\nAuthorization: Bearer $TOKEN\r\n",
                "X-Authorization: Bearer $TOKEN\r\n"
            })
    void wantsTheCapability(String header) throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            box.send("GET /api/internal/whoami HTTP/1.1\r\nHost: x\r\n" + header.replace("$TOKEN", capability.text())
                    + "\r\n");
            Response response = box.read();
            assertRefused(response, Refusal.NO_CAPABILITY);
            assertThat(response.header("www-authenticate")).contains("Bearer");
            assertThat(response.body()).doesNotContain(capability.text());
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void refusesTheCapabilityOnceItIsRevokedAlsoOnAnOpenConnection() throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            assertThat(box.send(request("GET", "/api/internal/a", "")).read().status())
                    .isEqualTo(201);
            capability.revoke();
            assertRefused(box.send(request("GET", "/api/internal/a", "")).read(), Refusal.NO_CAPABILITY);
        }
    }

    @Test
    void refusesAnotherBoxesCapability() throws IOException {
        Capability other = Capability.mint();
        try (Listening _ = gate(HarnessLimits.usual()).open(socket, CALLER, other);
                UnixConnection box = new UnixConnection(socket)) {
            assertRefused(box.send(request("GET", "/api/internal/a", "")).read(), Refusal.NO_CAPABILITY);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "h2c", "TLS/1.0"})
    void refusesToUpgrade(String protocol) throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            box.send("GET /api/internal/whoami HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + capability.text()
                    + "\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nUpgrade: "
                    + protocol
                    + "\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
            assertRefused(box.read(), Refusal.UPGRADE);
        }
    }

    @Test
    void refusesHttp2() throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            Response response = box.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").read();
            assertThat(response.status())
                    .as("answered by the HTTP server itself")
                    .isEqualTo(501);
            assertThat(box.ended()).isTrue();
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void takesABodyOfExactlyTheBound() throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            assertThat(box.send(request("POST", "/api/internal/a", "x".repeat(256 * 1024)))
                            .read()
                            .status())
                    .isEqualTo(201);
        }
        assertThat(asked)
                .singleElement()
                .satisfies(request -> assertThat(request.body()).hasSize(256 * 1024));
    }

    @Test
    void refusesABodyOverTheBoundInOnePiece() throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            assertRefused(
                    box.send(request("POST", "/api/internal/a", "x".repeat(256 * 1024 + 1)))
                            .read(),
                    Refusal.TOO_LARGE);
            assertThat(box.ended()).isTrue();
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void refusesABodyOverTheBoundInManySmallChunks() throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            box.send(head("POST", "/api/internal/a", "Transfer-Encoding: chunked\r\n"));
            String chunk = "400\r\n" + "x".repeat(1024) + "\r\n";
            box.send(chunk.repeat(256)).send("1\r\nx\r\n");
            assertRefused(box.read(), Refusal.TOO_LARGE);
            assertThat(box.ended()).isTrue();
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void letsAClientThatAsksFirstSendItsBody() throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            box.send(head("POST", "/api/internal/a", "Expect: 100-continue\r\nContent-Length: 2\r\n"));
            assertThat(box.read().status()).isEqualTo(100);
            assertThat(box.send("{}").read().status()).isEqualTo(201);
        }
    }

    @Test
    void refusesAHeaderOverSixteenKibibytes() throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            String header = "X-A: " + "a".repeat(1000) + "\r\n";
            assertRefused(
                    box.send(head("GET", "/api/internal/a", header.repeat(17))).read(), Refusal.HEADER_TOO_LARGE);
        }
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello\r\n\r\n",
                "GET /api/internal/a HTTP/1.1\r\nno colon\r\n\r\n",
                "\u0016\u0003\u0001\u0002x\r\n\r\n"
            })
    void refusesWhatIsNotHttp(String bytes) throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            Response response = box.send(bytes).read();
            assertThat(response.status()).isBetween(400, 499);
            assertThat(response.header("x-omb-gate")).contains("harness");
            assertThat(box.ended()).isTrue();
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void refusesMoreThanSoManyAtOnceAndTakesThemAgainAfterwards() throws IOException {
        List<UnixConnection> boxes = new ArrayList<>();
        try (Listening _ = open()) {
            for (int i = 0; i < 32; i++) {
                boxes.add(new UnixConnection(socket).send(request("GET", "/api/internal/hold", "")));
            }
            await().until(() -> held.size() == 32);
            UnixConnection another = new UnixConnection(socket);
            boxes.add(another);
            assertRefused(another.send(request("GET", "/api/internal/a", "")).read(), Refusal.TOO_MANY);
            held.forEach(answer -> answer.complete(InternalAnswer.json(200, "{}")));
            assertThat(boxes.getFirst().read().status()).isEqualTo(200);
            await().until(() ->
                    another.send(request("GET", "/api/internal/a", "")).read().status() == 201);
        } finally {
            for (UnixConnection box : boxes) {
                box.close();
            }
        }
    }

    @Test
    void countsARequestUntilItsRouteIsDoneThoughTheBoxHasHungUp() throws IOException {
        try (Listening _ =
                gate(new HarnessLimits(1024, 1, 64, Duration.ofSeconds(30))).open(socket, CALLER, capability)) {
            try (UnixConnection gone = new UnixConnection(socket)) {
                gone.send(request("GET", "/api/internal/hold", ""));
                await().until(() -> held.size() == 1);
            }
            try (UnixConnection box = new UnixConnection(socket)) {
                assertRefused(box.send(request("GET", "/api/internal/a", "")).read(), Refusal.TOO_MANY);
                held.getFirst().complete(InternalAnswer.json(200, "{}"));
                await().until(() ->
                        box.send(request("GET", "/api/internal/a", "")).read().status() == 201);
            }
        }
    }

    @Test
    void closesConnectionsOverTheBound() throws IOException {
        HarnessLimits two = new HarnessLimits(1024, 32, 2, Duration.ofSeconds(30));
        try (Listening _ = gate(two).open(socket, CALLER, capability);
                UnixConnection first = new UnixConnection(socket);
                UnixConnection second = new UnixConnection(socket);
                UnixConnection third = new UnixConnection(socket)) {
            assertThat(third.ended()).isTrue();
            assertThat(first.send(request("GET", "/api/internal/a", "")).read().status())
                    .isEqualTo(201);
            assertThat(second.send(request("GET", "/api/internal/a", "")).read().status())
                    .isEqualTo(201);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GET /api/internal/a HTT", "GET /api/internal/a HTTP/1.1\r\nX: y\r\n"})
    void hangsUpOnAHeaderThatDoesNotCome(String beginning) throws IOException {
        try (Listening _ = gate(IMPATIENT).open(socket, CALLER, capability);
                UnixConnection box = new UnixConnection(socket)) {
            assertThat(box.send(beginning).ended()).isTrue();
        }
    }

    @Test
    void answersThatABodyDoesNotCome() throws IOException {
        try (Listening _ = gate(IMPATIENT).open(socket, CALLER, capability);
                UnixConnection box = new UnixConnection(socket)) {
            box.send(head("POST", "/api/internal/a", "Content-Length: 10\r\n") + "12345");
            assertRefused(box.read(), Refusal.TOO_SLOW);
            assertThat(box.ended()).isTrue();
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void hangsUpOnABoxThatDoesNotTakeItsAnswer() throws IOException {
        try (Listening _ = gate(IMPATIENT).open(socket, CALLER, capability);
                UnixConnection box = new UnixConnection(socket)) {
            box.send(request("GET", "/api/internal/large", ""));
            await().until(() -> asked.size() == 1);
            await().pollDelay(IMPATIENT.patience().multipliedBy(2)).until(() -> true);
            assertThatThrownBy(box::read).isInstanceOf(IOException.class);
        }
    }

    @Test
    void closesThoughABoxDoesNotTakeItsAnswer() throws IOException {
        Listening gate = open();
        try (UnixConnection box = new UnixConnection(socket)) {
            box.send(request("GET", "/api/internal/large", "")).readHead();
            gate.close();
            assertThat(socket).doesNotExist();
        }
    }

    @Test
    void waitsForARouteLongerThanForTheBox() throws IOException {
        try (Listening _ = gate(IMPATIENT).open(socket, CALLER, capability);
                UnixConnection box = new UnixConnection(socket)) {
            box.send(request("GET", "/api/internal/a", "") + request("GET", "/api/internal/hold", ""));
            assertThat(box.read().status()).isEqualTo(201);
            await().until(() -> held.size() == 1);
            await().pollDelay(IMPATIENT.patience().multipliedBy(2)).until(() -> true);
            held.getFirst().complete(InternalAnswer.json(200, "{}"));
            assertThat(box.read().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"throw", "fail", "nothing"})
    void saysNothingAboutARouteThatFails(String route) throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            Response response =
                    box.send(request("GET", "/api/internal/" + route, "")).read();
            assertThat(response.status()).isEqualTo(500);
            assertThat(response.header("x-omb-gate")).isEmpty();
            assertThat(response.body()).isEqualTo("{\"status\":500}");
        }
    }

    @Test
    void boundsWhatItRecords() throws IOException {
        try (Listening _ = open();
                UnixConnection box = new UnixConnection(socket)) {
            assertThat(box.send(request("M".repeat(200), "/" + "x".repeat(4000), ""))
                            .read()
                            .status())
                    .isEqualTo(403);
        }
        assertThat(audited).singleElement().isInstanceOfSatisfying(HarnessRefused.class, refused -> {
            assertThat(refused.method()).hasSizeLessThanOrEqualTo(33);
            assertThat(refused.path()).hasSizeLessThanOrEqualTo(257);
        });
    }

    @Test
    void leavesNoSocketNoConnectionAndNoCapabilityWhenClosed() throws IOException {
        Listening gate = open();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                .isEqualTo("rw-------");
        try (UnixConnection box = new UnixConnection(socket)) {
            gate.close();
            assertThat(box.ended()).isTrue();
        }
        gate.close();
        assertThat(socket).doesNotExist();
        assertThat(capability.isHeldBy(capability.text())).isFalse();
    }

    @Test
    void refusesAPathThatIsTakenOrTooLong() throws IOException {
        HarnessGate gate = gate(HarnessLimits.usual());
        try (Listening _ = gate.open(socket, CALLER, capability)) {
            assertThatThrownBy(() -> gate.open(socket, CALLER, Capability.mint()))
                    .isInstanceOf(IllegalStateException.class);
            try (UnixConnection box = new UnixConnection(socket)) {
                assertThat(box.send(request("GET", "/api/internal/a", ""))
                                .read()
                                .status())
                        .isEqualTo(201);
            }
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> gate.open(folder.resolve("x".repeat(108)), CALLER, capability))
                .withMessageContaining("107");
    }

    private Listening open() {
        return gate(HarnessLimits.usual()).open(socket, CALLER, capability);
    }

    private HarnessGate gate(HarnessLimits limits) {
        return new HarnessGate(core.vertx(), this::answer, audited::add, limits);
    }

    private CompletableFuture<InternalAnswer> answer(InternalRequest request) {
        asked.add(request);
        return switch (request.path()) {
            case "throw" -> throw new IllegalStateException("private detail");
            case "fail" -> CompletableFuture.failedFuture(new IOException("private detail"));
            case "hold" -> {
                CompletableFuture<InternalAnswer> later = new CompletableFuture<>();
                held.add(later);
                yield later;
            }
            case "large" ->
                CompletableFuture.completedFuture(
                        new InternalAnswer(200, "application/octet-stream", new byte[32 * 1024 * 1024]));
            case "nothing" ->
                new CompletableFuture<InternalAnswer>()
                        .completeOnTimeout(null, 1, java.util.concurrent.TimeUnit.MILLISECONDS);
            default ->
                CompletableFuture.supplyAsync(() -> InternalAnswer.json(201, "{\"path\":\"" + request.path() + "\"}"));
        };
    }

    private String request(String method, String target, String body) {
        String length = body.isEmpty() ? "" : "Content-Length: " + body.length() + "\r\n";
        return head(method, target, length) + body;
    }

    private String head(String method, String target, String headers) {
        return method + " " + target + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + capability.text() + "\r\n"
                + headers + "\r\n";
    }

    /** A response to HEAD names a length and has no body. */
    private static Response headOnly(UnixConnection box, Refusal refusal) throws IOException {
        Response response = box.readHead();
        return new Response(response.status(), response.head(), refusal.sentence());
    }

    private static void assertRefused(Response response, Refusal refusal) {
        assertThat(response.status()).as(response.body()).isEqualTo(refusal.status());
        assertThat(response.header("x-omb-gate")).contains("harness");
        assertThat(response.header("content-type")).contains("text/plain; charset=utf-8");
        assertThat(response.body()).contains(refusal.sentence());
    }
}
