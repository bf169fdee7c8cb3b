package dev.mausbot.home.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.auth.pairing.Pairing;
import dev.mausbot.home.auth.pairing.Pairings;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a pairing is made by the Admin, and becomes a session. */
class PairingTest {
    private static final String ADMINS = "/api/cloud/pairing";

    private DoorHouse own;
    private DoorHouse fleet;

    @BeforeEach
    void open() throws IOException {
        own = DoorHouse.own();
        fleet = DoorHouse.ofAFleet();
    }

    @AfterEach
    void close() {
        own.close();
        fleet.close();
    }

    private DoorHouse.Answer asAdmin(String method, String type, String body) {
        Map<String, String> headers = new HashMap<>(DoorHouse.signature(method, ADMINS, body));
        headers.put("Content-Type", type);
        return fleet.send(method, ADMINS, body, headers);
    }

    @Test
    void isMadeByTheAdminAndUsedByTheOwnerOnce() {
        DoorHouse.Answer made = asAdmin("POST", "application/json", "{\"label\":\"Ada's phone\"}");
        assertThat(made.status()).as(made.body()).isEqualTo(200);
        assertThat(made.json().getString("code")).matches("([A-Z0-9]{4}-){2}[A-Z0-9]{4}");
        assertThat(made.json().getString("credential")).startsWith("omb_pair_");
        assertThat(Duration.between(Instant.now(), Instant.parse(made.json().getString("expiresAt"))))
                .isBetween(Duration.ofSeconds(270), Duration.ofSeconds(300));
        JsonObject body = new JsonObject().put("code", made.json().getString("code"));
        DoorHouse.Answer paired = fleet.pair(body, Map.of());
        assertThat(paired.status()).isEqualTo(201);
        assertThat(paired.json().getString("label")).isEqualTo("Ada's phone");
        assertThat(fleet.pair(body, Map.of()).code()).isEqualTo("invalid_code");
        assertThat(fleet.pair(new JsonObject().put("credential", made.json().getString("credential")), Map.of())
                        .status())
                .isEqualTo(401);
        assertThat(fleet.audit.toString()).contains("by=admin", "kind=bearer").doesNotContain("omb_");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{'label':'a','ttlSeconds':600} | 200 |",
                "{'label':'a','ttlSeconds':1}   | 200 |",
                "{'label':'a','ttlSeconds':0}   | 400 | invalid_ttl",
                "{'label':'a','ttlSeconds':601} | 400 | invalid_ttl",
                "{'label':'a','ttlSeconds':1.5} | 400 | invalid_ttl",
                "{'label':'a','ttlSeconds':'60'} | 400 | invalid_ttl",
                "{'label':'a','ttlSeconds':null} | 400 | invalid_ttl",
                "{'label':'a','ttlSeconds':4294967297} | 400 | invalid_ttl",
                "{}                             | 400 | invalid_label",
                "{'label':''}                   | 400 | invalid_label",
                "{'label':7}                    | 400 | invalid_label",
                "{'label':'a\\nb'}              | 400 | invalid_label",
                "{'label':'a\\u202eb'}          | 400 | invalid_label",
                "{'label':'a','label':'b'}      | 400 | invalid_body",
                "{'label':'a','admin':true}     | 400 | invalid_body",
                "{'label':'a'} {}               | 400 | invalid_body",
                "[]                             | 400 | invalid_body",
                "{                              | 400 | invalid_body",
            })
    void saysWhatIsWrongWithTheAdminsWish(String body, int status, @Nullable String code) {
        DoorHouse.Answer answer = asAdmin("POST", "application/json", body.replace('\'', '"'));
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        if (code != null) {
            assertThat(answer.code()).isEqualTo(code);
        }
    }

    @Test
    void takesTheAdminsWishInOneWayOnly() {
        assertThat(asAdmin("POST", "application/json", "").code()).isEqualTo("invalid_body");
        assertThat(asAdmin("POST", "text/plain", "{\"label\":\"a\"}").status()).isEqualTo(415);
        DoorHouse.Answer got = asAdmin("GET", "application/json", "");
        assertThat(got.status()).isEqualTo(405);
        assertThat(got.headers().get("Allow")).isEqualTo("POST");
        assertThat(fleet.send("POST", ADMINS, "{\"label\":\"a\"}", fleet.program())
                        .code())
                .as("a session makes none")
                .isEqualTo("invalid_signature");
        assertThat(own.send("POST", ADMINS, "{\"label\":\"a\"}", own.program()).status())
                .isEqualTo(404);
    }

    @Test
    void keepsABrowsersTokenInACookieThatNoScriptReads() {
        DoorHouse.Answer answer = own.pair(own.credential(), own.ourPage());
        assertThat(answer.body()).doesNotContain("omb_session_");
        assertThat(answer.headers().get("Set-Cookie"))
                .matches("omb_session=omb_session_[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax; Max-Age=77\\d{5}");
    }

    @Test
    void bindsTheCookieToTlsWhereThereIsTls() {
        DoorHouse.Answer answer = fleet.pair(fleet.credential(), fleet.ourPage());
        assertThat(answer.headers().get("Set-Cookie"))
                .matches("__Host-omb_session=omb_session_[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax; Max-Age=77\\d{5};"
                        + " Secure");
        assertThat(fleet.get("/", Map.of("Cookie", answer.cookie())).body()).isEqualTo("in");
        assertThat(fleet.send("POST", "/", "", Map.of("Cookie", answer.cookie(), "Origin", "http://" + fleet.host))
                        .status())
                .as("our name without TLS is another origin")
                .isEqualTo(403);
    }

    @Test
    void answersToTheMachinesOwnNameAlone() {
        for (String host : List.of("127.0.0.1", "localhost", "evil.example", "home.example.org.evil.example")) {
            assertThat(fleet.get("/pair", Map.of("Host", host)).status()).isEqualTo(421);
        }
        assertThat(own.get("/pair", Map.of("Host", "evil.example")).status()).isEqualTo(421);
        assertThat(own.pair(own.credential(), Map.of("Host", "evil.example")).status())
                .isEqualTo(421);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example", "null", "http://localhost"})
    void letsNoOtherPageSignABrowserIn(String origin) {
        Pairing pairing = own.pairings.make(Pairings.By.MACHINE, "laptop", Pairings.USUAL);
        JsonObject body = new JsonObject().put("code", pairing.code());
        assertThat(own.pair(body, Map.of("Origin", origin)).code()).isEqualTo("foreign_origin");
        assertThat(own.pair(body, Map.of("Sec-Fetch-Site", "cross-site")).status())
                .isEqualTo(403);
        assertThat(own.pair(body, own.ourPage()).status())
                .as("not used up by that")
                .isEqualTo(201);
    }

    @Test
    void givesEveryBrowserANewTokenWhateverItBrings() {
        String planted = "omb_session=omb_session_" + "x".repeat(43);
        Map<String, String> headers = new HashMap<>(own.ourPage());
        headers.put("Cookie", planted);
        String first = own.pair(own.credential(), headers).cookie();
        assertThat(first).isNotEqualTo(planted);
        assertThat(own.get("/", Map.of("Cookie", planted)).status()).isEqualTo(401);
        headers.put("Cookie", first);
        String second = own.pair(own.credential(), headers).cookie();
        assertThat(second).isNotEqualTo(first);
        assertThat(own.get("/", Map.of("Cookie", first)).status())
                .as("nobody keeps the old one")
                .isEqualTo(401);
        assertThat(own.get("/", Map.of("Cookie", second)).status()).isEqualTo(200);
        assertThat(own.audit.toString()).contains("reason=replaced");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                | invalid_body",
                "{'code':7}                        | invalid_body",
                "{'code':'a','credential':'b'}     | invalid_body",
                "{'code':'a','session':'admin'}    | invalid_body",
                "{'code':'a','label':'a\\u0007'}   | invalid_label",
                "{'code':'a','more':1}             | invalid_body",
            })
    void saysWhatIsWrongWithAWish(String body, String code) {
        DoorHouse.Answer answer =
                own.send("POST", "/api/auth/pair", body.replace('\'', '"'), Map.of("Content-Type", "application/json"));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo(code);
    }

    @Test
    void takesPairingsInOneWayOnly() {
        assertThat(own.get("/api/auth/pair", Map.of()).status()).isEqualTo(405);
        assertThat(own.send("POST", "/api/auth/pair", "{}", Map.of("Content-Type", "text/plain"))
                        .status())
                .isEqualTo(415);
        assertThat(own.pair(new JsonObject().put("code", "x".repeat(5000)), Map.of())
                        .status())
                .isEqualTo(413);
    }

    @Test
    void locksOutWhoeverGuesses() {
        JsonObject wrong = new JsonObject().put("code", "ACDE-FGHJ-KMNP");
        for (int each = 0; each < 10; each++) {
            assertThat(own.pair(wrong, Map.of()).status()).isEqualTo(401);
        }
        DoorHouse.Answer locked = own.pair(wrong, Map.of());
        assertThat(locked.status()).isEqualTo(429);
        assertThat(locked.code()).isEqualTo("rate_limited");
        assertThat(locked.json().getInteger("retryAfterSeconds")).isBetween(280, 300);
        assertThat(own.pair(wrong, Map.of("Fly-Client-IP", "203.0.113.1")).status())
                .as("who could name his own source would guess for ever")
                .isEqualTo(429);
        assertThat(own.audit.toString()).contains("PairingLocked[source=127.0.0.1]");
    }

    @Test
    void servesAPageThatRunsItsOwnScriptAndNoOther() {
        DoorHouse.Answer page = own.get("/pair", Map.of());
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.headers().get("Content-Security-Policy"))
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(page.body()).contains("<script src=\"/pair.js\"").doesNotContainPattern("<script>|<style|style=");
        assertThat(own.get("/pair.js", Map.of()).body()).contains("location.hash");
        assertThat(own.get("/pair.css", Map.of()).headers().get("Content-Type")).startsWith("text/css");
        for (String other : List.of("/pair/", "/pair/x", "/%70air", "/pair.js.map", "/pair/../api/bots")) {
            assertThat(own.get(other, Map.of()).status()).as(other).isEqualTo(401);
        }
    }
}
