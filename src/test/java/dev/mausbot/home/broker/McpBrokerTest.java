package dev.mausbot.home.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.broker.BoxClient.Response;
import dev.mausbot.home.broker.BrokerFixture.Box;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** MCP servers by URL, behind the broker. */
@Timeout(60)
class McpBrokerTest {
    private static final String CALL =
            "{\"jsonrpc\":\"2.0\",\"id\":\"call-7\",\"method\":\"tools/call\",\"params\":{\"name\":\"search\"}}";

    private BrokerFixture fixture;

    @BeforeEach
    void start() throws IOException {
        fixture = new BrokerFixture();
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    /** A box that may use the server at that URL, and the address that it has for it. */
    private record Used(Box box, String address) {}

    private Used use(String url) {
        Box box = fixture.box();
        String token = fixture.grants
                .mcp()
                .bind(box.grants(), List.of(BrokerFixture.mcp(url)))
                .text();
        return new Used(box, "/b/" + token + "/mcp-docs");
    }

    @ParameterizedTest(name = "{0} asked for {1}")
    @CsvSource({
        "/mcp, '', /mcp",
        "/mcp, /, /mcp",
        "/mcp/, '', /mcp/",
        "'', '', /",
        "/mcp, /sub/path, /mcp/sub/path",
        "/mcp, /sub/, /mcp/sub/",
        "/mcp/, /sub, /mcp/sub",
        "/a%20b, /c%20d, /a%20b/c%20d",
        "/mcp?tenant=7, '', /mcp?tenant=7",
        "/mcp?tenant=7, ?x=%31&y, /mcp?tenant=7&x=%31&y",
        "/mcp?tenant=7, ?tenant=8&Tenant=9&x=1, /mcp?tenant=7&x=1",
        "/mcp?key=own, ?key=box&access_token=box, /mcp?key=own",
        "/mcp, ?a=1&&b=2, /mcp?a=1&&b=2",
    })
    void reachesAServerExactlyAsConfigured(String configured, String asked, String expected) throws IOException {
        List<String> arrived = new CopyOnWriteArrayList<>();
        int port = fixture.upstream(request -> {
            arrived.add(request.uri());
            request.response().end();
        });
        Used used = use("http://127.0.0.1:" + port + configured);
        try (BoxClient client = used.box().client()) {
            assertThat(client.post(used.address() + asked, CALL).status()).isEqualTo(200);
        }
        assertThat(arrived).containsExactly(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "DELETE"})
    void addsTheServersHeadersInPlaceOfTheBoxs(String method) throws IOException {
        List<String> arrived = new CopyOnWriteArrayList<>();
        int port = fixture.upstream(request -> {
            arrived.add(request.method() + " " + request.headers().getAll("authorization")
                    + request.headers().getAll("x-team") + request.getHeader("mcp-session-id"));
            request.response().putHeader("mcp-session-id", "s-2").end();
        });
        Used used = use("http://127.0.0.1:" + port + "/mcp");
        try (BoxClient client = used.box().client()) {
            Response response = client.call(
                    method,
                    used.address(),
                    "Authorization: Bearer box",
                    "X-Team: box",
                    "x_team: box",
                    "Mcp-Session-Id: s-1");
            assertThat(response.head().header("mcp-session-id")).contains("s-2");
        }
        assertThat(arrived).containsExactly(method + " [Bearer " + BrokerFixture.REAL_KEY + "][canary-team]s-1");
    }

    @Test
    void passesALostSessionOn() throws IOException {
        int port = fixture.upstream(
                request -> request.response().setStatusCode(404).end("no session"));
        Used used = use("http://127.0.0.1:" + port + "/mcp");
        try (BoxClient client = used.box().client()) {
            Response response = client.post(used.address(), CALL, "Mcp-Session-Id: gone");
            assertThat(response.status()).isEqualTo(404);
            assertThat(response.body()).isEqualTo("no session");
            assertThat(response.head().header("x-omb-gate")).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}, accepting {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | application/json, text/event-stream | application/json",
                "401 | */* | application/json",
                "401 | text/event-stream | text/event-stream",
                "403 | application/json | application/json",
            })
    void makesARefusedToolCallAFailedResult(int status, String accept, String contentType) throws IOException {
        int port = fixture.upstream(request -> refuse(request, status));
        Used used = use("http://127.0.0.1:" + port + "/mcp");
        try (BoxClient client = used.box().client()) {
            Response response = client.post(used.address(), CALL, "Accept: " + accept);
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.head().header("content-type")).contains(contentType);
            assertThat(response.head().header("www-authenticate")).isEmpty();
            String json = contentType.equals("application/json")
                    ? response.body()
                    : response.body().substring("event: message\ndata: ".length());
            JsonObject answer = new JsonObject(json);
            assertThat(answer.getString("jsonrpc")).isEqualTo("2.0");
            assertThat(answer.getString("id")).isEqualTo("call-7");
            JsonObject result = answer.getJsonObject("result");
            assertThat(result.getBoolean("isError")).isTrue();
            assertThat(result.getJsonArray("content").getJsonObject(0).getString("text"))
                    .contains("\"docs\"")
                    .contains("MCP settings");
            // The connection goes on.
            assertThat(client.post(used.address(), CALL).status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"tools/call\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"method\":\"x\"}",
                "[]",
                "no json",
                ""
            })
    void neverLetsAnother401ReachAnEngine(String body) throws IOException {
        int port = fixture.upstream(request -> refuse(request, 401));
        Used used = use("http://127.0.0.1:" + port + "/mcp");
        try (BoxClient client = used.box().client()) {
            Response response = client.post(used.address(), body);
            assertThat(response.status()).isEqualTo(502);
            assertThat(response.head().header("www-authenticate")).isEmpty();
            assertThat(response.body()).contains("mcp-docs").contains("credentials");
            assertThat(client.call("GET", used.address()).status()).isEqualTo(502);
        }
    }

    @Test
    void passesALargeCallOnAndOnlyItsRefusalIsLessExact() throws IOException {
        int port = fixture.upstream(request -> request.body().onSuccess(body -> {
            if (request.uri().endsWith("/refuse")) {
                request.response().setStatusCode(401).end();
            } else {
                request.response().end(Integer.toString(body.length()));
            }
        }));
        Used used = use("http://127.0.0.1:" + port + "/mcp");
        String large = CALL.replace("search", "x".repeat(2 * McpRefusal.MOST_BYTES));
        try (BoxClient client = used.box().client()) {
            assertThat(client.post(used.address(), large).body()).isEqualTo(Integer.toString(large.length()));
            assertThat(client.post(used.address() + "/refuse", large).status()).isEqualTo(502);
        }
    }

    @Test
    void passesAServersOtherRefusalsOn() throws IOException {
        int port = fixture.upstream(
                request -> request.response().setStatusCode(403).end("not you"));
        Used used = use("http://127.0.0.1:" + port + "/mcp");
        try (BoxClient client = used.box().client()) {
            Response response = client.post(used.address(), CALL);
            assertThat(response.status()).isEqualTo(403);
            assertThat(response.body()).isEqualTo("not you");
        }
    }

    @Test
    void streamsEvents() throws IOException {
        List<HttpServerResponse> streams = new CopyOnWriteArrayList<>();
        int port = fixture.upstream(request -> {
            request.response().setChunked(true).write("event: message\ndata: {}\n\n");
            streams.add(request.response());
        });
        Used used = use("http://127.0.0.1:" + port + "/mcp");
        try (BoxClient client = used.box().client()) {
            client.send(BoxClient.request("GET", used.address(), "", "Accept: text/event-stream"));
            client.readHead();
            assertThat(client.chunk()).asString().isEqualTo("event: message\ndata: {}\n\n");
            streams.getFirst().end(": end\n\n");
            assertThat(client.chunk()).asString().isEqualTo(": end\n\n");
        }
    }

    private static void refuse(HttpServerRequest request, int status) {
        request.body()
                .onSuccess(body -> request.response()
                        .setStatusCode(status)
                        .putHeader("www-authenticate", "Bearer resource_metadata=\"https://example.com\"")
                        .end("{}"));
    }
}
