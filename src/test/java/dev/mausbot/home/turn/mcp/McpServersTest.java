package dev.mausbot.home.turn.mcp;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.mausbot.home.TempHome;
import dev.mausbot.home.auth.Owner;
import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.engine.McpServer;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.harness.InternalAnswer;
import dev.mausbot.home.gate.harness.InternalRequest;
import dev.mausbot.home.turn.BoxRoutes;
import dev.mausbot.home.turn.LogLines;
import dev.mausbot.home.turn.TurnServers.Handed;
import dev.mausbot.home.turn.keys.SecretFolder;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(TempHome.class)
class McpServersTest {
    @Inject
    Owner owner;

    @Inject
    EntityManager store;

    @Inject
    SealedValues values;

    @Inject
    JsonColumn json;

    @Inject
    KnownBots bots;

    @Inject
    BoxRoutes routes;

    @Inject
    SecretFolder folder;

    private final List<String> renewed = new ArrayList<>();
    private final LogLines log = new LogLines();

    @BeforeEach
    @AfterEach
    void leaveNothing() {
        change("delete from mcp_servers");
        change("delete from connectors");
    }

    @AfterEach
    void loggedNoSecret() {
        log.close();
        assertThat(log.lines()).noneMatch(line -> line.contains("canary"));
    }

    private McpServers servers() {
        return new McpServers(values, json, bots, (bot, conversation) -> renewed.add(bot + " " + conversation));
    }

    private RequestSpecification owner() {
        return given().header("Authorization", "Bearer " + owner.token()).contentType(ContentType.JSON);
    }

    private ValidatableResponse put(String path, String body) {
        return owner().body(body.replace('\'', '"')).put(path).then().body(not(containsString("canary")));
    }

    private String bot() {
        return owner().body(Map.of("name", "Ada", "engine", "script"))
                .post("/api/bots")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }

    private void change(String sql) {
        QuarkusTransaction.requiringNew().run(() -> store.createNativeQuery(sql).executeUpdate());
    }

    private Handed handed(String bot) {
        return QuarkusTransaction.requiringNew().call(() -> servers().forBot(bot));
    }

    @Test
    void valuesGoInAndNeverComeOut() throws IOException {
        put(
                        "/api/mcp-servers/docs",
                        "{'url':'https://docs.example/mcp?key=canary','headers':{'Authorization':'Bearer canary'}}")
                .statusCode(200)
                .body("url", is("https://docs.example/mcp"))
                .body("hasQuery", is(true))
                .body("headers", contains("Authorization"))
                .body("opens", is(true));
        put("/api/mcp-servers/files", "{'command':['npx','files'],'environment':{'TOKEN':'canary'}}")
                .statusCode(200)
                .body("command", contains("npx", "files"))
                .body("environment", contains("TOKEN"))
                .body("headers", empty());
        put("/api/connectors/crm", "{'baseUrl':'https://crm.example/v1/','headers':{'X-Key':'canary'}}")
                .statusCode(200)
                .body("baseUrl", is("https://crm.example/v1"));
        for (String path :
                List.of("/api/mcp-servers", "/api/mcp-servers/docs", "/api/connectors", "/api/connectors/crm")) {
            owner().get(path).then().statusCode(200).body(not(containsString("canary")));
        }
        try (Stream<Path> files = Files.list(folder.path())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain("canary");
            }
        }
        owner().delete("/api/mcp-servers/docs").then().statusCode(204);
        owner().get("/api/mcp-servers/docs").then().statusCode(404);
        owner().delete("/api/connectors/crm").then().statusCode(204);
        owner().delete("/api/connectors/crm").then().statusCode(404);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "",
                "{}",
                "{'url':'https://a.example','command':['x']}",
                "{'url':'https://canary@a.example'}",
                "{'url':'https://a.example','environment':{}}",
                "{'url':'https://a.example','headers':{'Host':'canary'}}",
                "{'url':'https://a.example','headers':{'Content-Length':'0'}}",
                "{'url':'https://a.example','headers':{'X-Omb-Gate':'canary'}}",
                "{'url':'https://a.example','headers':{'a b':'canary'}}",
                "{'url':'https://a.example','headers':{'a':''}}",
                "{'url':'https://a.example','headers':{'a':null}}",
                "{'url':'https://a.example','headers':{'a':'canary\\r\\nb: c'}}",
                "{'url':'https://a.example','headers':{'a':'canary','A':'canary'}}",
                "{'url':'https://a.example','headers':['canary']}",
                "{'url':'https://a.example','bots':['nobody']}",
                "{'command':[]}",
                "{'command':'canary'}",
                "{'command':['x\\u0000canary']}",
                "{'command':['x'],'headers':{}}",
                "{'command':['x'],'environment':{'a=b':'canary'}}",
                "{'command':['x'],'enabled':'canary'}"
            })
    void whatIsNotExactlyAServerIsRefusedAndNotRepeated(String body) {
        put("/api/mcp-servers/docs", body).statusCode(400).contentType("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Docs", "-docs", "do_cs", "docs.x", "abcdefghijklmnopqrstuvwxyz0123456"})
    void aNameIsPlain(String name) {
        put("/api/mcp-servers/" + name, "{'url':'https://a.example'}").statusCode(400);
        put("/api/connectors/" + name, "{'baseUrl':'https://a.example'}").statusCode(400);
    }

    @Test
    void aTurnGetsWhatIsEnabledForItsBotAndTheBrokerTheRest() {
        String one = bot();
        String other = bot();
        put("/api/mcp-servers/all", "{'url':'https://a.example/mcp?k=v','headers':{'X-Key':'canary'}}")
                .statusCode(200);
        put("/api/mcp-servers/off", "{'url':'https://a.example/mcp','enabled':false}")
                .statusCode(200);
        put("/api/mcp-servers/one", "{'command':['run'],'environment':{'A':'b'},'bots':['" + one + "']}")
                .statusCode(200);

        assertThat(handed(other)).isInstanceOfSatisfying(Handed.Ready.class, it -> {
            assertThat(it.servers()).containsExactly(new McpServer.Remote("all"));
            assertThat(it.upstreams()).singleElement().satisfies(upstream -> {
                assertThat(upstream.address()).hasToString("https://a.example/mcp?k=v");
                assertThat(upstream.headers()).containsEntry("X-Key", new Secret("canary"));
                assertThat(upstream.toString()).doesNotContain("canary", "k=v");
            });
        });
        assertThat(handed(one))
                .isInstanceOfSatisfying(
                        Handed.Ready.class,
                        it -> assertThat(it.servers())
                                .containsExactly(
                                        new McpServer.Remote("all"),
                                        new McpServer.Local("one", List.of("run"), Map.of("A", "b"))));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "update mcp_servers set sealed = cast(sealed || x'00' as blob)",
                "update mcp_servers set sealed = null",
                "update mcp_servers set url = 'https://evil.example/mcp'",
                "update mcp_servers set url = null, command = '[\"evil\"]'",
                "update mcp_servers set secret_names = '[]'",
                "update mcp_servers set name = 'renamed'"
            })
    void aRowThatWasChangedIsNamedAndStopsTheTurn(String sql) {
        put("/api/mcp-servers/docs", "{'url':'https://a.example/mcp','headers':{'X-Key':'canary'}}")
                .statusCode(200);
        change(sql);

        assertThat(handed("b"))
                .isInstanceOfSatisfying(
                        Handed.Refused.class,
                        it -> assertThat(it.reason()).contains("MCP server", "does not open", "store it again"));
        owner().get("/api/mcp-servers").then().body("opens", contains(false));
    }

    @Test
    void aFailedServerRenewsTheTokenAndOnlyARealOneDoes() {
        put("/api/mcp-servers/docs", "{'url':'https://a.example/mcp'}").statusCode(200);
        put("/api/mcp-servers/local", "{'command':['x']}").statusCode(200);
        QuarkusTransaction.requiringNew().run(() -> {
            servers().failed("b", "c1", "docs");
            servers().failed("b", "c2", "local");
            servers().failed("b", "c3", "made-up");
        });
        assertThat(renewed).containsExactly("b c1");
    }

    @Test
    void aTestReachesTheServerAndACommandHasNone() throws IOException {
        try (McpFixture fixture = new McpFixture()) {
            put("/api/mcp-servers/docs", "{'url':'" + fixture.at("/json") + "'}")
                    .statusCode(200);
            owner().post("/api/mcp-servers/docs/test")
                    .then()
                    .statusCode(200)
                    .body("result", is("connected"))
                    .body("server", is("docs"))
                    .body("tools", is(2));
        }
        owner().post("/api/mcp-servers/docs/test").then().statusCode(200).body("result", is("no-answer"));
        put("/api/mcp-servers/local", "{'command':['x']}").statusCode(200);
        owner().post("/api/mcp-servers/local/test").then().statusCode(409);
        owner().post("/api/mcp-servers/nope/test").then().statusCode(404);
    }

    private InternalAnswer ask(String bot, String method, String path, Map<String, String> headers) {
        return routes.answer(new InternalRequest(
                        new Caller("box", bot, "c", "t"),
                        method,
                        path,
                        "a=b",
                        headers,
                        "hello".getBytes(StandardCharsets.UTF_8)))
                .toCompletableFuture()
                .join();
    }

    @Test
    void aBoxCallsAConnectedAppWithTheOwnersHeadersAndWithoutItsOwnCredentials() throws IOException {
        String bot = bot();
        try (McpFixture fixture = new McpFixture()) {
            put(
                            "/api/connectors/crm",
                            "{'baseUrl':'" + fixture.at("/api") + "','headers':{'X-Key':'canary'},'bots':['" + bot
                                    + "']}")
                    .statusCode(200);
            InternalAnswer answer = ask(
                    bot,
                    "POST",
                    "connectors/crm/echo",
                    Map.of(
                            "x-key",
                            "forged",
                            "cookie",
                            "a=b",
                            "x-api-key",
                            "k",
                            "x-omb-gate",
                            "g",
                            "connection",
                            "close, x-hop",
                            "x-hop",
                            "1",
                            "x-forwarded-for",
                            "1.2.3.4",
                            "x-app-version",
                            "7"));

            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.headers()).containsEntry("x-kept", "yes").doesNotContainKeys("x-omb-gate", "set-cookie");
            assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("hello");
            assertThat(fixture.received()).singleElement().satisfies(one -> {
                assertThat(one.target()).isEqualTo("/api/echo?a=b");
                assertThat(one.headers().get("X-key")).containsExactly("canary");
                assertThat(one.header("X-app-version")).isEqualTo("7");
                assertThat(List.of("cookie", "x-api-key", "x-omb-gate", "x-hop", "x-forwarded-for"))
                        .noneMatch(one::has);
            });
            assertThat(ask("other", "GET", "connectors/crm/echo", Map.of()).status())
                    .isEqualTo(404);
            assertThat(ask(bot, "GET", "connectors/nope/echo", Map.of()).status())
                    .isEqualTo(404);
            assertThat(ask(bot, "GET", "connectors", Map.of()).status()).isEqualTo(404);
            assertThat(fixture.received()).hasSize(1);
            change("update connectors set base_url = 'https://evil.example'");
            assertThat(ask(bot, "GET", "connectors/crm/echo", Map.of()).status())
                    .isEqualTo(503);
        }
    }

    @Test
    void anAppsRedirectIsHandedBackAndItsAnswerBounded() throws IOException {
        try (McpFixture fixture = new McpFixture()) {
            put("/api/connectors/app", "{'baseUrl':'" + fixture.at("") + "','headers':{'X-Key':'canary'}}")
                    .statusCode(200);
            InternalAnswer redirect = ask("b", "GET", "connectors/app/redirect", Map.of());
            assertThat(redirect.status()).isEqualTo(302);
            assertThat(redirect.headers()).containsKey("location");
            assertThat(ask("b", "GET", "connectors/app/large", Map.of()).status())
                    .isEqualTo(502);
            assertThat(fixture.received()).hasSize(2);
        }
        InternalAnswer gone = ask("b", "GET", "connectors/app/x", Map.of());
        assertThat(gone.status()).isEqualTo(502);
        assertThat(new String(gone.body(), StandardCharsets.UTF_8))
                .contains("nothing answers")
                .doesNotContain("canary");
    }
}
