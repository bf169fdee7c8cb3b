package dev.mausbot.home.web;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;

import dev.mausbot.home.TempHome;
import dev.mausbot.home.auth.Owner;
import dev.mausbot.home.selfcheck.CheckResult;
import dev.mausbot.home.selfcheck.SelfCheckResult;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page as it leaves the server, before any browser has seen it. */
@QuarkusTest
@QuarkusTestResource(TempHome.class)
class PageTest {
    @Inject
    Owner owner;

    private RequestSpecification signedIn() {
        return given().header("Authorization", "Bearer " + owner.token())
                .redirects()
                .follow(false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/inbox", "/box", "/keys", "/servers", "/audit", "/sessions"})
    void allowsNothingInlineAndNothingFromElsewhere(String path) {
        Response view = signedIn().get(path);
        assertThat(view.statusCode()).isEqualTo(200);
        assertThat(view.contentType()).isEqualToIgnoringCase("text/html; charset=utf-8");
        assertThat(view.header("Content-Security-Policy"))
                .contains("default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe", "http:", "https:");
        assertThat(view.header("Cache-Control")).isEqualTo("no-store");
        assertThat(view.asString())
                .doesNotContainPattern("(?:src|href|action)=\"(?!/|#)")
                .doesNotContainPattern("<(?:script|style)>|\\son[a-z]+=|\\sstyle=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/inbox", "/box/checks", "/conversations/x", "/cards/x", "/page/main.js"})
    void showsNothingToWhoIsNotSignedIn(String path) {
        given().redirects()
                .follow(false)
                .header("Accept", "text/html")
                .get(path)
                .then()
                .statusCode(303)
                .header("Location", "/pair");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/page/base.css", "/page/icon.svg", "/pair"})
    void showsWhatASignInNeeds(String path) {
        given().get(path).then().statusCode(200);
    }

    @Test
    void showsABotsNameAsText() {
        signedIn()
                .contentType("application/json")
                .body(Map.of("name", "<script>alert(1)</script>\u202e", "engine", "script"))
                .post("/api/bots")
                .then()
                .statusCode(201);
        signedIn()
                .get("/")
                .then()
                .body(containsString("&lt;script&gt;alert(1)&lt;/script&gt;⟨U+202E⟩"))
                .body(not(containsString("<script>alert")));
    }

    @Test
    void saysWhatWasWrongWithAForm() {
        signedIn()
                .contentType("application/x-www-form-urlencoded; charset=utf-8")
                .formParam("name", " ")
                .formParam("engine", "script")
                .post("/bots")
                .then()
                .statusCode(400)
                .body(containsString("field name is blank"));
        signedIn().get("/conversations/none").then().statusCode(404).body(containsString("no such conversation"));
        signedIn().get("/audit?kind=%3Cb%3E").then().statusCode(400).body(containsString("is not a kind of event"));
    }

    @Test
    void showsAFailedCheckFirstAndWhatWasSeenAsText() {
        SelfCheckResult result = new SelfCheckResult(
                List.of(
                        new CheckResult("data.one", "mounts", "One is not in the box.", true, ""),
                        new CheckResult("net.two", "network", "Two does not answer.", true, ""),
                        new CheckResult("net.three", "network", "Three does not answer.", false, "<b>it did</b>")),
                Instant.now(),
                Duration.ofMillis(2414));
        String html = Views.checks(new ChecksView(
                        "",
                        false,
                        0,
                        result.score(),
                        result.passed(),
                        new Moment(result.at()),
                        result.took().toMillis(),
                        "",
                        BoxPage.layers(result)))
                .render();
        assertThat(html)
                .contains("2/3", "1 of the checks failed: ", "took 2.4 s", "&lt;b&gt;it did&lt;/b&gt;")
                .containsSubsequence("network", "net.three", "net.two", "mounts", "data.one");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCardOfHostileWordsIsText(boolean permission) {
        String hostile = "\"'><script>alert(1)</script>\u202e\u001b[31m{card.id}";
        String html = Views.card(new CardView(
                        "the-card",
                        "c",
                        "t",
                        permission,
                        true,
                        "open",
                        hostile,
                        List.of(new CardView.Parameter(hostile, hostile)),
                        hostile,
                        List.of(hostile),
                        hostile,
                        "",
                        hostile,
                        new Moment(Instant.EPOCH),
                        new Moment(Instant.EPOCH)))
                .render();
        assertThat(html)
                .contains("&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;⟨U+202E⟩␛[31m{card.id}")
                .doesNotContain("<script", "\u202e", "\u001b", "\"'>");
    }

    @Test
    void takesAMessageAndAnswersAScriptWithTheTurnAlone() {
        String conversation = signedIn()
                .contentType("application/x-www-form-urlencoded; charset=utf-8")
                .formParam("name", "Ada")
                .formParam("engine", "script")
                .post("/bots")
                .then()
                .statusCode(303)
                .extract()
                .header("Location")
                .replaceFirst(".*/conversations/", "");
        Response turn = signedIn()
                .contentType("application/x-www-form-urlencoded; charset=utf-8")
                .header("HX-Request", "true")
                .formParam("message", "echo text:a\r\necho text:b & <b>")
                .post("/conversations/" + conversation + "/turns");
        assertThat(turn.asString()).startsWith("<article").contains("echo text:a\necho text:b &amp; &lt;b&gt;");
        signedIn().get("/conversations/" + conversation).then().statusCode(200).body(containsString("data-turn=\""));
    }
}
