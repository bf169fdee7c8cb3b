package dev.mausbot.home.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is let in by a session, and what its end ends. */
class SessionDoorTest {
    private DoorHouse house;

    @BeforeEach
    void open() throws IOException {
        house = DoorHouse.own();
    }

    @AfterEach
    void close() {
        house.close();
    }

    private static Map<String, String> with(Map<String, String> headers, String name, String value) {
        Map<String, String> all = new HashMap<>(headers);
        all.put(name, value);
        return all;
    }

    private Map<String, String> cookieAlone() {
        Map<String, String> headers = new HashMap<>(house.browser());
        headers.remove("Origin");
        return headers;
    }

    @Test
    void letsProgramsAndBrowsersIn() {
        assertThat(house.get("/api/bots", house.program()).body()).isEqualTo("in");
        assertThat(house.send("POST", "/api/bots", "", house.program()).body()).isEqualTo("in");
        assertThat(house.get("/", cookieAlone()).body()).isEqualTo("in");
        assertThat(house.send("POST", "/api/bots", "", house.browser()).body()).isEqualTo("in");
        assertThat(house.get("/api/bots", Map.of()).status()).isEqualTo(401);
    }

    /** Empty cells are headers that are not sent; H stands for our own host. */
    @ParameterizedTest(name = "{0} by a page of {1}, {2}, {3}: {4}")
    @CsvSource({
        "POST,   http://H,              same-origin, cors,     200",
        "POST,   http://H,              ,            ,         200",
        "DELETE, ,                      same-origin, cors,     200",
        "POST,   ,                      ,            ,         403",
        "POST,   null,                  ,            ,         403",
        "POST,   https://evil.example,  cross-site,  cors,     403",
        "POST,   https://evil.example,  same-origin, cors,     403",
        "POST,   http://H,              same-site,   cors,     403",
        "POST,   ,                      none,        navigate, 403",
        "POST,   https://H,             ,            ,         403",
        "POST,   http://127.0.0.1:1,    same-site,   navigate, 403",
        "POST,   http://H.evil.example, ,            ,         403",
        "GET,    ,                      ,            ,         200",
        "GET,    ,                      none,        navigate, 200",
        "GET,    ,                      cross-site,  navigate, 200",
        "GET,    ,                      cross-site,  no-cors,  403",
        "GET,    ,                      same-site,   cors,     403",
        "HEAD,   ,                      cross-site,  no-cors,  403",
        "PUT,    ,                      cross-site,  no-cors,  403",
        "OPTIONS,https://evil.example,  cross-site,  cors,     403",
    })
    void takesACookieFromItsOwnPagesAlone(
            String method, @Nullable String origin, @Nullable String site, @Nullable String mode, int status) {
        Map<String, String> headers = cookieAlone();
        if (origin != null) {
            headers.put("Origin", origin.replace("H", house.host));
        }
        if (site != null) {
            headers.put("Sec-Fetch-Site", site);
        }
        if (mode != null) {
            headers.put("Sec-Fetch-Mode", mode);
        }
        assertThat(house.send(method, "/api/bots", "", headers).status()).isEqualTo(status);
    }

    @Test
    void leavesProgramsAloneWhateverTheySayOfOrigins() {
        assertThat(house.send("POST", "/api/bots", "", with(house.program(), "Origin", "https://evil.example"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void looksAtNoCookieBesideAnAuthorization() {
        assertThat(house.get("/api/bots", with(house.browser(), "Authorization", "Bearer omb_session_x"))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void takesATokenOnlyAsItsKind() {
        String cookie = String.valueOf(house.browser().get("Cookie"));
        String bearer = String.valueOf(house.program().get("Authorization"));
        assertThat(house.get("/", Map.of("Authorization", "Bearer " + cookie.split("=", 2)[1]))
                        .status())
                .isEqualTo(401);
        assertThat(house.get("/", Map.of("Cookie", "omb_session=" + bearer.substring("Bearer ".length())))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void doesNotChooseBetweenTwoCookies() {
        String cookie = String.valueOf(cookieAlone().get("Cookie"));
        assertThat(house.get("/", Map.of("Cookie", "a=b; " + cookie + "; c=d")).status())
                .isEqualTo(200);
        assertThat(house.get("/", Map.of("Cookie", cookie + "; omb_session=x")).status())
                .isEqualTo(401);
    }

    @Test
    void showsAPersonWhereToSignIn() {
        DoorHouse.Answer page = house.get("/", Map.of("Accept", "text/html,*/*"));
        assertThat(page.status()).isEqualTo(303);
        assertThat(page.headers().get("Location")).isEqualTo("/pair");
        assertThat(house.get("/api/bots", Map.of("Accept", "text/html")).status())
                .isEqualTo(401);
        assertThat(house.send("POST", "/", "", Map.of("Accept", "text/html")).status())
                .isEqualTo(401);
    }

    private String idOf(Map<String, String> headers) {
        JsonArray all = house.get("/api/auth/sessions", headers).json().getJsonArray("sessions");
        return all.stream()
                .map(JsonObject.class::cast)
                .filter(session -> session.getBoolean("current"))
                .map(session -> session.getString("id"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void listsWhoIsSignedInWithoutWhatOpens() {
        Map<String, String> program = house.program();
        Map<String, String> browser = house.browser();
        DoorHouse.Answer list = house.get("/api/auth/sessions", browser);
        assertThat(list.json().getJsonArray("sessions")).hasSize(2);
        assertThat(list.body())
                .contains("\"label\":\"laptop\"", "\"kind\":\"cookie\"", "\"kind\":\"bearer\"")
                .contains("\"createdAt\"", "\"lastSeenAt\"", "\"expiresAt\"")
                .doesNotContain("omb_session_");
        assertThat(idOf(program)).isNotEqualTo(idOf(browser));
    }

    @Test
    void endsOneSessionFromAnother() {
        Map<String, String> lost = house.program();
        Map<String, String> browser = house.browser();
        String path = "/api/auth/sessions/" + idOf(lost);
        assertThat(house.send("DELETE", path, "", browser).status()).isEqualTo(204);
        assertThat(house.get("/", lost).status()).isEqualTo(401);
        assertThat(house.get("/", browser).status()).isEqualTo(200);
        assertThat(house.send("DELETE", path, "", browser).status()).isEqualTo(404);
        assertThat(house.send("POST", path, "", browser).status()).isEqualTo(405);
        assertThat(house.audit.toString()).contains("reason=revoked");
    }

    @Test
    void signsOut() {
        Map<String, String> browser = house.browser();
        DoorHouse.Answer answer = house.send("POST", "/api/auth/sign-out", "", browser);
        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.headers().get("Set-Cookie"))
                .startsWith("omb_session=;")
                .contains("Max-Age=0", "HttpOnly");
        assertThat(house.get("/", browser).status()).isEqualTo(401);
    }

    @Test
    void cutsTheStreamsOfASessionThatEnds() {
        Map<String, String> lost = house.program();
        Map<String, String> browser = house.browser();
        CompletableFuture<DoorHouse.Answer> stream =
                CompletableFuture.supplyAsync(() -> house.get(DoorHouse.ENDLESS, lost), Thread::startVirtualThread);
        CompletableFuture<DoorHouse.Answer> other =
                CompletableFuture.supplyAsync(() -> house.get(DoorHouse.ENDLESS, browser), Thread::startVirtualThread);
        await().until(() -> house.endless.get() == 2);
        house.send("DELETE", "/api/auth/sessions/" + idOf(lost), "", browser);
        await().until(stream::isDone);
        assertThat(stream).isCompletedExceptionally();
        assertThat(other).isNotDone();
    }
}
