package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mausbot.home.box.BoxWorks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The built server on machines where its boxes do not hold, or do not start, or not yet. */
@Tag("end-to-end")
class RefusingServeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private Path home;

    @BeforeEach
    void makeHome() throws Exception {
        ServeProcess.app();
        BoxWorks.assumeHere();
        home = Files.createDirectory(folder.toRealPath().resolve("home"));
    }

    private ServeProcess start(String bwrap, Map<String, String> settings) throws Exception {
        return ServeProcess.start(OtherBwrap.by(folder.toRealPath(), bwrap), home, settings);
    }

    private static void awaitState(ServeProcess server, String state) {
        await().atMost(PATIENCE)
                .until(() -> server.get("/api/health").get("state").asText().equals(state));
    }

    private static void awaitReady(ServeProcess server, int status) {
        await().atMost(PATIENCE)
                .until(() -> server.send("GET", "/q/health/ready", "").statusCode() == status);
    }

    private static JsonNode ended(ServeProcess server, String script) throws Exception {
        String turn = server.turn(server.conversation(), script);
        await().atMost(PATIENCE)
                .until(() -> !server.state(turn).equals("QUEUED")
                        && !server.state(turn).equals("RUNNING"));
        return server.get("/api/turns/" + turn);
    }

    @Test
    void letsTurnsWaitUntilItsBoxesHaveHeld() throws Exception {
        try (ServeProcess server = start(OtherBwrap.SLOW, Map.of())) {
            assertThat(server.get("/api/health").get("state").asText()).isEqualTo("starting");
            String turn = server.turn(server.conversation(), "echo went");
            assertThat(server.state(turn)).isEqualTo("QUEUED");
            assertThat(server.send("GET", "/q/health/started", "").statusCode()).isEqualTo(503);
            assertThat(server.send("GET", "/q/health/ready", "").statusCode()).isEqualTo(503);
            assertThat(server.get("/api/cloud/box").has("checks")).isFalse();

            OtherBwrap.go(folder.toRealPath());
            await().atMost(PATIENCE).until(() -> server.state(turn).equals("FINISHED"));
            awaitState(server, "ready");
            assertThat(server.send("GET", "/q/health/started", "").statusCode()).isEqualTo(200);
            awaitReady(server, 200);
        }
    }

    /** A neighbour only logged that its filter was missing, and ran without it. */
    @Test
    void refusesTurnsByTheNameOfTheCheckThatFailed() throws Exception {
        try (ServeProcess server = start(OtherBwrap.WITHOUT_FILTER, Map.of())) {
            awaitState(server, "refusing");
            JsonNode turn = ended(server, "touch here");
            assertThat(turn.get("state").asText()).isEqualTo("REFUSED");
            assertThat(turn.get("reason").asText())
                    .contains("self-check failed", "seccomp.filter", "refused by an installed filter")
                    .contains("OMB_BOT_BOX_REQUIRE=0")
                    .doesNotContain(home.toString());

            JsonNode box = server.get("/api/cloud/box");
            assertThat(box.get("box").asText()).isEqualTo("bwrap");
            assertThat(box.get("checks").asText()).isEqualTo("28/29");
            assertThat(box.get("failed"))
                    .singleElement()
                    .extracting(JsonNode::asText)
                    .isEqualTo("seccomp.filter");
            assertThat(box.get("boxed").asInt()).isZero();

            awaitReady(server, 503);
            assertThat(server.send("GET", "/q/health/live", "").statusCode()).isEqualTo(200);
            assertThat(server.send("GET", "/q/health/started", "").statusCode()).isEqualTo(200);
            await().untilAsserted(() -> assertThat(server.said().lines().filter(line -> line.contains("bot box: ")))
                    .satisfiesExactly(
                            line -> assertThat(line).matches(".*bot box: bwrap, checks 28/29 in [0-9]+ ms"),
                            line -> assertThat(line).contains("bot box: FAILED seccomp.filter: ", "Seen: Seccomp: ")));
        }
    }

    @Test
    void runsTurnsAllTheSameWhereTheOperatorSaidSo() throws Exception {
        try (ServeProcess server = start(OtherBwrap.WITHOUT_FILTER, Map.of("OMB_BOT_BOX_REQUIRE", "0"))) {
            awaitState(server, "ready");
            assertThat(ended(server, "grep -q 'Seccomp:.0' /proc/self/status")
                            .get("state")
                            .asText())
                    .isEqualTo("FINISHED");
            assertThat(server.get("/api/cloud/box").get("failed"))
                    .singleElement()
                    .extracting(JsonNode::asText)
                    .isEqualTo("seccomp.filter");
            awaitReady(server, 200);
        }
    }

    @Test
    void isOffWithTheReasonWhereNoBoxCanStart() throws Exception {
        try (ServeProcess server = start(OtherBwrap.FORBIDDEN, Map.of())) {
            awaitState(server, "refusing");
            JsonNode turn = ended(server, "touch here");
            assertThat(turn.get("state").asText()).isEqualTo("REFUSED");
            assertThat(turn.get("reason").asText())
                    .contains("The box is off", "user namespaces are refused here", "OMB_BOT_BOX=0");
            JsonNode box = server.get("/api/cloud/box");
            assertThat(box.get("box").asText()).isEqualTo("off");
            assertThat(box.get("reason").asText()).contains("user namespaces are refused here", "--security-opt");
            assertThat(box.get("failed")).isEmpty();
            assertThat(box.has("checks")).isFalse();
            awaitReady(server, 503);
        }
    }
}
