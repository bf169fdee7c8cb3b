package dev.mausbot.home.report;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.mausbot.home.TempHome;
import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.auth.Owner;
import dev.mausbot.home.auth.signed.Canonical;
import dev.mausbot.home.auth.signed.SignedHeaders;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TempHome.class)
class CloudReportTest {
    private static final String HEALTH = "/api/cloud/health";

    @Inject
    Owner owner;

    @Inject
    TestReports.FixedChecks checks;

    @Inject
    Observed observed;

    private RequestSpecification owner() {
        return given().header("Authorization", "Bearer " + owner.token());
    }

    private static RequestSpecification signed(String path, String nonce) {
        long seconds = Instant.now().getEpochSecond();
        String signature = TestReports.KEY.sign(Canonical.request(seconds, nonce, "GET", path, new byte[0]));
        return given().headers(new SignedHeaders(seconds, nonce, signature).asSent());
    }

    @AfterEach
    void heal() {
        checks.found(Optional.of(TestReports.FixedChecks.result(/* passed= */ true)));
    }

    @Test
    void showsTheOwnerWhatTheSelfCheckFound() {
        checks.found(Optional.of(TestReports.FixedChecks.result(/* passed= */ false)));
        given().get("/api/cloud/box").then().statusCode(401);
        owner().get("/api/cloud/box")
                .then()
                .statusCode(200)
                .body("box", equalTo("bwrap"))
                .body("checks", equalTo("1/2"))
                .body("failed", equalTo(List.of("net.route")))
                .body("boxed", is(0))
                .body("refused.keySet()", equalTo(Set.of("egress", "harness", "broker")))
                .body("broker.unbrokered", equalTo(List.of("XAI_API_KEY")))
                .body("tookMs", is(412))
                .body("checkedAt", notNullValue());
    }

    @Test
    void signsItsReportOverTheNonceOfTheRequest() {
        String nonce = UUID.randomUUID().toString();
        Response answer = signed(HEALTH, nonce).get(HEALTH);
        answer.then()
                .statusCode(200)
                .body("contract", is(1))
                .body("machineId", equalTo("machine-1"))
                .body("role", equalTo("home"))
                .body("healthy", is(true))
                .body("state", equalTo("ready"))
                .body("image.version", equalTo("0.1.0"))
                .body("image.commit", not(containsString("$")))
                .body("image.kind", equalTo("jvm"))
                .body("box.checks", equalTo("2/2"))
                .body("hardening.server.pid", is((int) ProcessHandle.current().pid()))
                .body("hardening.wanted", is(false))
                .body("hardening.proc", hasItem("rw"))
                .body("storage.databaseBytes", notNullValue())
                .body("turns.running", is(0));
        SignedHeaders headers =
                SignedHeaders.read(name -> answer.getHeaders().getValues(name)).orElseThrow();
        assertThat(headers.nonce()).isEqualTo(nonce);
        assertThat(TestReports.KEY.verifies(
                        Canonical.report(headers.seconds(), nonce, HEALTH, answer.asByteArray()), headers.signature()))
                .isTrue();
    }

    /** The contract: what a fleet's scripts may look for. */
    @Test
    void hasAllThatAnAdminIsPromised() {
        JsonPath report = await().until(
                        () -> signed(HEALTH, UUID.randomUUID().toString())
                                .get(HEALTH)
                                .jsonPath(),
                        json -> json.get("storage.integrity") != null);
        assertThat(names(report, "."))
                .containsExactlyInAnyOrder(
                        "contract",
                        "machineId",
                        "role",
                        "healthy",
                        "problems",
                        "state",
                        "image",
                        "startedAt",
                        "now",
                        "box",
                        "hardening",
                        "storage",
                        "turns");
        assertThat(names(report, "image")).containsExactlyInAnyOrder("version", "commit", "kind");
        assertThat(Instant.parse(report.getString("now")))
                .isAfterOrEqualTo(Instant.parse(report.getString("startedAt")))
                .isBetween(Instant.now().minusSeconds(60), Instant.now());
        assertThat(names(report, "box"))
                .containsExactlyInAnyOrder(
                        "box", "checks", "failed", "boxed", "refused", "broker", "checkedAt", "tookMs");
        assertThat(names(report, "box.refused")).containsExactlyInAnyOrder("egress", "harness", "broker");
        assertThat(names(report, "hardening"))
                .contains("wanted", "missing", "proc", "server", "above", "supervisor")
                .isSubsetOf("wanted", "missing", "proc", "server", "above", "supervisor", "fly");
        assertThat(names(report, "hardening.server"))
                .isEqualTo(names(report, "hardening.supervisor"))
                .containsExactlyInAnyOrder(
                        "pid",
                        "visible",
                        "name",
                        "uid",
                        "capEffective",
                        "capPermitted",
                        "capInheritable",
                        "capBounding",
                        "capAmbient",
                        "noNewPrivileges");
        assertThat(report.getInt("hardening.supervisor.uid")).isZero();
        assertThat(report.getString("hardening.supervisor.capBounding")).isEqualTo("00000000000000e0");
        assertThat(names(report, "storage")).containsExactlyInAnyOrder("freeBytes", "databaseBytes", "integrity");
        assertThat(report.getLong("storage.freeBytes")).isPositive();
        assertThat(report.getLong("storage.databaseBytes")).isPositive();
        assertThat(names(report, "storage.integrity")).containsExactlyInAnyOrder("checkedAt", "whole");
        assertThat(names(report, "turns"))
                .containsExactlyInAnyOrder("running", "queued", "finished", "failed", "interrupted", "refused");
    }

    private static Set<String> names(JsonPath report, String path) {
        return report.<String, Object>getMap(path).keySet();
    }

    @Test
    void tellsOfNothingThatIsWrongButToTheAdmin() {
        checks.found(Optional.of(TestReports.FixedChecks.result(/* passed= */ false)));
        signed(HEALTH, UUID.randomUUID().toString())
                .get(HEALTH)
                .then()
                .statusCode(200)
                .body("healthy", is(false))
                .body("problems.id", equalTo(List.of("self-check.failed")));
        given().get(HEALTH).then().statusCode(401).body("code", equalTo("invalid_signature"));
        owner().get(HEALTH).then().statusCode(401);
        owner().get("/api/cloud/./health").then().statusCode(401);
        owner().get(HEALTH + "/").then().statusCode(401);
    }

    @Test
    void isReadyOnlyWhenTheSelfCheckPassed() {
        readyAnswers(200).body("status", equalTo("UP"));
        given().get("/q/health/live").then().statusCode(200);
        given().get("/q/health/started").then().statusCode(200);
        checks.found(Optional.of(TestReports.FixedChecks.result(/* passed= */ false)));
        readyAnswers(503)
                .body("checks.find { it.name == 'home' }", equalTo(Map.of("name", "home", "status", "DOWN")))
                .body("checks.data", everyItem(nullValue()));
        given().get("/q/health/live").then().statusCode(200);
        checks.found(Optional.of(TestReports.FixedChecks.result(/* passed= */ true)));
        readyAnswers(200);
        checks.found(Optional.empty());
        readyAnswers(503);
    }

    /** Within a moment: an answer is good for a second. */
    private static ValidatableResponse readyAnswers(int status) {
        return await().until(() -> given().get("/q/health/ready"), answer -> answer.statusCode() == status)
                .then();
    }

    @Test
    void checksTheDatabaseAtTheStart() {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> signed(HEALTH, UUID.randomUUID().toString())
                        .get(HEALTH)
                        .then()
                        .extract()
                        .path("storage.integrity.whole")
                        .equals(true));
    }

    @Test
    void countsForWhomeverHasASessionOrASignature() {
        given().get("/q/metrics").then().statusCode(401);
        observed.counts()
                .record(new AuditEvent.EgressDecided(
                        "b", "bot", "10.0.0.1", 80, /* allowed= */ false, "private_address"));
        String metrics =
                owner().get("/q/metrics").then().statusCode(200).extract().asString();
        assertThat(metrics)
                .contains("home_refusals_total{gate=\"egress\",reason=\"private_address\"} 1.0")
                .contains("home_turns_ended_total{outcome=\"finished\"}")
                .contains("home_turns_queued 0.0")
                .contains("home_boxes_running 0.0")
                .contains("home_selfcheck_failed 0.0")
                .contains("home_event_readers 0.0")
                .doesNotContain("10.0.0.1");
        signed("/q/metrics", UUID.randomUUID().toString())
                .get("/q/metrics")
                .then()
                .statusCode(200);
    }
}
