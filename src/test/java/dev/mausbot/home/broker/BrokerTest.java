package dev.mausbot.home.broker;

import static dev.mausbot.home.broker.BrokerFixture.REAL_KEY;
import static dev.mausbot.home.broker.BrokerFixture.anthropic;
import static dev.mausbot.home.broker.BrokerFixture.provider;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.broker.BoxClient.Response;
import dev.mausbot.home.broker.BrokerFixture.Box;
import dev.mausbot.home.gate.Caller;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class BrokerTest {
    private static final String MESSAGES = "anthropic/v1/messages";

    private BrokerFixture fixture;
    private final List<String> arrived = new CopyOnWriteArrayList<>();
    private int port;

    @BeforeEach
    void start() throws IOException {
        fixture = new BrokerFixture();
        port = fixture.upstream(request -> request.body().onSuccess(body -> {
            arrived.add(request.method() + " " + request.uri() + "\n"
                    + request.headers().entries().stream()
                            .map(header -> header.getKey().toLowerCase(Locale.ROOT) + ": " + header.getValue())
                            .sorted()
                            .reduce("", (all, line) -> all + line + "\n")
                    + body);
            request.response().putHeader("x-from", "upstream").end("answer");
        }));
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource({
        "/b/TOKEN/anthropic/v1/messages?beta=true, X-Nothing: 1",
        "/b/-/anthropic/v1/messages?beta=true, x-api-key: TOKEN",
        "/b/-/anthropic/v1/messages?beta=true, Authorization: Bearer TOKEN",
        "/b/-/anthropic/v1/messages?beta=true, authorization: bearer TOKEN",
        "/b/-/anthropic/v1/messages?beta=true, API-Key: TOKEN",
    })
    void putsTheRealKeyInTheTokensPlace(String target, String header) throws IOException {
        Box box = fixture.box();
        String token = box.grants().issue(List.of(anthropic(port))).text();
        try (BoxClient client = box.client()) {
            Response response = client.post(
                    target.replace("TOKEN", token), "{\"prompt\":\"hello\"}", header.replace("TOKEN", token));
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body()).isEqualTo("answer");
            assertThat(response.head().header("x-from")).contains("upstream");
            assertThat(response.head().header("x-omb-gate")).isEmpty();
        }
        assertThat(arrived)
                .singleElement()
                .asString()
                .startsWith("POST /v1/messages?beta=true\n")
                .contains("\nx-api-key: " + REAL_KEY + "\n")
                .contains("\nhost: 127.0.0.1:" + port + "\n")
                .endsWith("\n{\"prompt\":\"hello\"}")
                .doesNotContain(token)
                .doesNotContain("omb_t0_");
        assertThat(fixture.audited).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Bearer stolen", "X-Api-Key: stolen", "x_api_key: stolen", "x-goog-api-key: stolen",
                "API-KEY: stolen", "Cookie: a=stolen", "Proxy-Authorization: stolen", "Proxy-Anything: stolen",
                "Host: stolen", "X-Omb-Gate: stolen", "X-HTTP-Method-Override: stolen", "X-Forwarded-Host: stolen",
                "Keep-Alive: stolen", "TE: stolen", "Connection: close, x-own\r\nX-Own: stolen",
                        "X-Original-URL: /stolen"
            })
    void sendsNoneOfTheBoxsOwnCredentialsOn(String header) throws IOException {
        Box box = fixture.box();
        String token = box.grants().issue(List.of(anthropic(port))).text();
        try (BoxClient client = box.client()) {
            assertThat(client.post("/b/" + token + "/" + MESSAGES, "{}", header).status())
                    .isEqualTo(200);
        }
        assertThat(arrived).singleElement().asString().doesNotContain("stolen").contains("x-api-key: " + REAL_KEY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Odd: a\u0001b", "X-Odd: a\u000bb", "X-Odd: a\u0000b", "X-Odd: a\u007fb"})
    void refusesWhatNoUpstreamMayBeSentAndRecordsIt(String header) throws IOException {
        Box box = fixture.box();
        String token = box.grants().issue(List.of(anthropic(port))).text();
        try (BoxClient client = box.client()) {
            assertRefused(client.post("/b/" + token + "/" + MESSAGES, "{}", header), BrokerRefusal.MALFORMED);
        }
        assertThat(fixture.audited).singleElement().isInstanceOfSatisfying(AuditEvent.BrokerRefused.class, refused -> {
            assertThat(refused.reason()).isEqualTo("malformed");
            assertThat(refused.toString()).doesNotContain(token);
        });
        assertThat(arrived).isEmpty();
    }

    @Test
    void sendsNoCredentialInAQueryOn() throws IOException {
        Box box = fixture.box();
        String token = box.grants()
                .issue(List.of(provider("gemini", "http://127.0.0.1:" + port)))
                .text();
        try (BoxClient client = box.client()) {
            client.post(
                    "/b/" + token + "/gemini/v1beta/models/g-1:streamGenerateContent?key=stolen&alt=sse&%6bey=stolen"
                            + "&access_token=stolen",
                    "{}");
        }
        assertThat(arrived)
                .singleElement()
                .asString()
                .startsWith("POST /v1beta/models/g-1:streamGenerateContent?alt=sse\n")
                .contains("x-goog-api-key: " + REAL_KEY)
                .doesNotContain("stolen");
    }

    @Test
    void refusesATokenThatIsNotTheBoxsOwn() throws IOException {
        Box one = fixture.box();
        Box other = fixture.box();
        String token = one.grants().issue(List.of(anthropic(port))).text();
        String others = other.grants().issue(List.of(anthropic(port))).text();
        String wrong = "omb_t0_" + "A".repeat(43);
        try (BoxClient client = one.client()) {
            for (String bad : List.of(others, wrong, "x", "omb_t0_", token.substring(1), token + "A")) {
                assertRefused(client.post("/b/" + bad + "/" + MESSAGES, ""), BrokerRefusal.NO_TOKEN);
                assertRefused(client.post("/b/-/" + MESSAGES, "", "x-api-key: " + bad), BrokerRefusal.NO_TOKEN);
            }
            assertRefused(client.post("/b/-/" + MESSAGES, ""), BrokerRefusal.NO_TOKEN);
            assertRefused(
                    client.post("/b/-/" + MESSAGES, "", "x-api-key: " + token, "Authorization: Bearer " + others),
                    BrokerRefusal.NO_TOKEN);
        }
        assertThat(arrived).isEmpty();
    }

    @Test
    void refusesATokenAfterItsDay() throws IOException {
        Box box = fixture.box();
        String token = box.grants().issue(List.of(anthropic(port))).text();
        try (BoxClient client = box.client()) {
            fixture.now.updateAndGet(now -> now.plus(Duration.ofHours(24)).minusMillis(1));
            assertThat(client.post("/b/" + token + "/" + MESSAGES, "").status()).isEqualTo(200);
            fixture.now.updateAndGet(now -> now.plusMillis(1));
            assertRefused(client.post("/b/" + token + "/" + MESSAGES, ""), BrokerRefusal.NO_TOKEN);
        }
    }

    @Test
    void refusesATokenThatWasRevoked() throws IOException {
        Box box = fixture.box();
        String token = box.grants().issue(List.of(anthropic(port))).text();
        try (BoxClient client = box.client()) {
            box.grants().close();
            assertRefused(client.post("/b/" + token + "/" + MESSAGES, ""), BrokerRefusal.NO_TOKEN);
        }
    }

    @Test
    void refusesAGrantThatTheTokenLacks() throws IOException {
        Box box = fixture.box();
        String token = box.grants().issue(List.of(anthropic(port))).text();
        box.grants().issue(List.of(provider("openai", "http://127.0.0.1:" + port)));
        try (BoxClient client = box.client()) {
            assertRefused(client.call("GET", "/b/" + token + "/openai/models"), BrokerRefusal.NOT_GRANTED);
            assertRefused(client.call("GET", "/b/" + token + "/mcp-docs"), BrokerRefusal.NOT_GRANTED);
        }
        assertThat(arrived).isEmpty();
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "GET, /, NOT_OFFERED",
        "GET, /.well-known/oauth-authorization-server, NOT_OFFERED",
        "POST, /b/TOKEN/anthropic, NOT_OFFERED",
        "POST, /b/TOKEN/anthropic/, NOT_OFFERED",
        "GET, /b/TOKEN/anthropic/v1/messages, NOT_OFFERED",
        "POST, /b/TOKEN/anthropic/v1/messages/batches, NOT_OFFERED",
        "POST, /b/TOKEN/anthropic/v1/files, NOT_OFFERED",
        "GET, /b/TOKEN/anthropic/v1/organizations/api_keys, NOT_OFFERED",
        "DELETE, /b/TOKEN/anthropic/v1/models, NOT_OFFERED",
        "POST, /b/TOKEN/anthropic/v1/%6dessages, NOT_OFFERED",
        "POST, /b/TOKEN/anthropic/v1/messages/, NOT_OFFERED",
        "POST, /b/TOKEN/anthropic/v1/../v1/messages, NOT_PLAIN",
        "POST, /b/TOKEN/anthropic//v1/messages, NOT_PLAIN",
        "POST, /b/TOKEN/anthropic/v1%2fmessages, NOT_PLAIN",
        "POST, http://127.0.0.1:18080/b/TOKEN/anthropic/v1/messages, NOT_PLAIN",
        "OPTIONS, *, NOT_PLAIN",
        "CONNECT, api.anthropic.com:443, NOT_PLAIN",
    })
    void refusesWhatIsNotOffered(String method, String target, BrokerRefusal refusal) throws IOException {
        Box box = fixture.box();
        String token = box.grants().issue(List.of(anthropic(port))).text();
        try (BoxClient client = box.client()) {
            assertRefused(client.call(method, target.replace("TOKEN", token)), refusal);
        }
        assertThat(arrived).isEmpty();
    }

    @Test
    void refusesToLeaveHttp() throws IOException {
        Box box = fixture.box();
        String token = box.grants().issue(List.of(anthropic(port))).text();
        try (BoxClient client = box.client()) {
            assertRefused(
                    client.call(
                            "GET",
                            "/b/" + token + "/anthropic/v1/models",
                            "Connection: Upgrade",
                            "Upgrade: websocket",
                            "Sec-WebSocket-Version: 13",
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                            "x-api-key: sk-raw"),
                    BrokerRefusal.UPGRADE);
        }
        assertThat(arrived).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-A: a\u0001b", "X-A: a\u007fb", "X A: b"})
    void refusesHeadersThatMayNotBeSentOn(String header) throws IOException {
        Box box = fixture.box();
        String token = box.grants().issue(List.of(anthropic(port))).text();
        try (BoxClient client = box.client()) {
            assertThat(client.call("GET", "/b/" + token + "/anthropic/v1/models", header)
                            .status())
                    .isEqualTo(400);
        }
        assertThat(arrived).isEmpty();
    }

    @Test
    void refusesAHeaderThatIsTooLarge() throws IOException {
        Box box = fixture.box();
        try (BoxClient client = box.client()) {
            assertRefused(
                    client.call("GET", "/b/-/anthropic", "X-A: " + "a".repeat(40_000)), BrokerRefusal.HEADER_TOO_LARGE);
        }
    }

    @Test
    void recordsARefusalWithoutAnythingSecret() throws IOException {
        Box box = fixture.box();
        String token = box.grants().issue(List.of(anthropic(port))).text();
        try (BoxClient client = box.client()) {
            client.post("/b/" + token + "/anthropic/v1/files/" + token + "?secret=canary-query", "canary-prompt");
        }
        assertThat(fixture.audited)
                .containsExactly(new AuditEvent.BrokerRefused(
                        "box-1", "bot-1", "anthropic", "POST", "v1/files/omb_t0_***", "not_offered"));
    }

    @Test
    void answersManyRequestsOfOneConnectionInOrder() throws IOException {
        Box box = fixture.box();
        String token = box.grants().issue(List.of(anthropic(port))).text();
        String good = BoxClient.request("POST", "/b/" + token + "/" + MESSAGES, "{}");
        try (BoxClient client = box.client()) {
            client.send(good + BoxClient.request("GET", "/x", "") + good);
            assertThat(List.of(
                            client.read().status(),
                            client.read().status(),
                            client.read().status()))
                    .isEqualTo(List.of(200, 404, 200));
        }
    }

    @Test
    void addsBothKeysWhereAnEngineWouldSendBoth() throws IOException {
        Grant.OfProvider grant = Grant.OfProvider.of(
                Providers.byId("anthropic").orElseThrow(),
                UpstreamUrl.of("http://127.0.0.1:" + port + "/gateway/").orElseThrow(),
                java.util.Map.of(
                        "ANTHROPIC_API_KEY", new dev.mausbot.home.boot.Secret("one"),
                        "ANTHROPIC_AUTH_TOKEN", new dev.mausbot.home.boot.Secret("two")));
        Box box = fixture.box();
        String token = box.grants().issue(List.of(grant)).text();
        try (BoxClient client = box.client()) {
            client.post("/b/" + token + "/" + MESSAGES, "{}", "x-api-key: " + token, "Authorization: Bearer " + token);
        }
        assertThat(arrived)
                .singleElement()
                .asString()
                .startsWith("POST /gateway/v1/messages\n")
                .contains("authorization: Bearer two\n")
                .contains("x-api-key: one\n");
    }

    /** Each as a client that follows would: a GET anywhere, a POST by 303 only. */
    @ParameterizedTest(name = "{0} {2}")
    @CsvSource({
        "GET, v1/models, 301",
        "GET, v1/models, 302",
        "GET, v1/models, 307",
        "GET, v1/models, 308",
        "POST, v1/messages, 302",
        "POST, v1/messages, 303",
        "POST, v1/messages, 307",
    })
    void handsARedirectBackAsItIs(String method, String path, int status) throws IOException {
        int redirecting = fixture.upstream(request -> request.response()
                .setStatusCode(status)
                .putHeader("location", "http://127.0.0.1:" + port + "/elsewhere?x=%20y")
                .end());
        Box box = fixture.box();
        String token = box.grants().issue(List.of(anthropic(redirecting))).text();
        try (BoxClient client = box.client()) {
            Response response = client.call(method, "/b/" + token + "/anthropic/" + path);
            assertThat(response.status()).isEqualTo(status);
            assertThat(response.head().header("location")).contains("http://127.0.0.1:" + port + "/elsewhere?x=%20y");
        }
        assertThat(arrived).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304, 400, 401, 403, 404, 429, 500, 529})
    void handsAnUpstreamsOwnAnswerBack(int status) throws IOException {
        int answering = fixture.upstream(request -> {
            request.response()
                    .setStatusCode(status)
                    .putHeader("x-omb-gate", "forged")
                    .putHeader("set-cookie", "session=secret")
                    .putHeader("connection", "x-hop")
                    .putHeader("x-hop", "secret")
                    .putHeader("retry-after", "7");
            if (status == 204 || status == 304) {
                request.response().end();
            } else {
                request.response().end("why");
            }
        });
        Box box = fixture.box();
        String token = box.grants().issue(List.of(anthropic(answering))).text();
        try (BoxClient client = box.client()) {
            for (int time = 0; time < 2; time++) {
                Response response = client.call("GET", "/b/" + token + "/anthropic/v1/models");
                assertThat(response.status()).isEqualTo(status);
                assertThat(response.body()).isEqualTo(status == 204 || status == 304 ? "" : "why");
                assertThat(response.head().header("retry-after")).contains("7");
                assertThat(String.join("\n", response.head().lines()))
                        .doesNotContain("forged")
                        .doesNotContain("secret");
            }
        }
        assertThat(fixture.audited).as("nothing was refused by us").isEmpty();
    }

    @Test
    void leavesAnEncodedBodyAsItIs() throws IOException {
        byte[] gzip = {0x1f, (byte) 0x8b, 8, 0, 1, 2, 3, (byte) 0xff, 0, 13, 10};
        List<String> accepted = new CopyOnWriteArrayList<>();
        int encoding = fixture.upstream(request -> {
            accepted.add(request.getHeader("accept-encoding"));
            request.response().putHeader("content-encoding", "gzip").end(Buffer.buffer(gzip));
        });
        Box box = fixture.box();
        String token = box.grants().issue(List.of(anthropic(encoding))).text();
        try (BoxClient client = box.client()) {
            Response response =
                    client.call("GET", "/b/" + token + "/anthropic/v1/models", "Accept-Encoding: br;q=1, gzip");
            assertThat(response.bytes()).isEqualTo(gzip);
            assertThat(response.head().header("content-encoding")).contains("gzip");
        }
        assertThat(accepted).containsExactly("br;q=1, gzip");
    }

    @Test
    void listensForThisUserOnlyAndLeavesNothingBehind() throws IOException {
        Box box = fixture.box();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(box.socket())))
                .isEqualTo("rw-------");
        box.listening().close();
        box.listening().close();
        assertThat(box.socket()).doesNotExist();
    }

    @Test
    void opensNoSocketForAnothersGrants() {
        BoxGrants grants = fixture.grants.forBox(new Caller("one", "b", "c", "t"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fixture.broker(BrokerFixture.LIMITS)
                        .open(fixture.folder().resolve("x"), new Caller("two", "b", "c", "t"), grants));
    }

    private static void assertRefused(Response response, BrokerRefusal refusal) {
        assertThat(response.status()).as(response.body()).isEqualTo(refusal.status());
        assertThat(response.head().header("x-omb-gate")).contains("broker");
        assertThat(response.body()).contains(refusal.sentence());
    }
}
