package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.box.BoxWorks;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The built server, started as a user starts it, with real boxes. */
@Tag("end-to-end")
class ServeTest {
    @TempDir
    private Path folder;

    private Path home;

    @BeforeEach
    void makeHome() throws Exception {
        ServeProcess.app();
        BoxWorks.assumeHere();
        home = folder.toRealPath();
    }

    private static List<String> untilTheEnd(ServeProcess server, String turn) throws Exception {
        try (Stream<String> lines = server.events(turn)) {
            return lines.toList();
        }
    }

    private static void awaitLine(ServeProcess server, String turn, String text) throws Exception {
        try (Stream<String> lines = server.events(turn)) {
            assertThat(lines.anyMatch(line -> line.contains(text))).isTrue();
        }
    }

    private static long sleeping(String mark) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .filter(arguments -> List.of(arguments).contains(mark))
                        .isPresent())
                .count();
    }

    @Test
    void streamsABoxedTurn() throws Exception {
        try (ServeProcess server = ServeProcess.start(home)) {
            String turn = server.turn(server.conversation(), "uname -n; ls -A ~/.openmausbot; echo kept > note");
            assertThat(untilTheEnd(server, turn))
                    .contains("data: {\"boxed\":true}")
                    .anyMatch(line -> line.contains("\"text\":\"box"))
                    .contains("data: {\"state\":\"FINISHED\"}");
            assertThat(server.state(turn)).isEqualTo("FINISHED");
            try (Stream<Path> bots = Files.list(home.resolve(".openmausbot/workspaces"))) {
                assertThat(bots.map(bot -> bot.resolve("note")))
                        .allSatisfy(note -> assertThat(note).hasContent("kept"));
            }
        }
    }

    @Test
    void answersHelpersInTheBoxByWhoTheyAre() throws Exception {
        try (ServeProcess server = ServeProcess.start(home)) {
            String conversation = server.conversation();
            String turn = server.turn(conversation, """
                    say() { curl -sS -H "Authorization: Bearer $OMB_HARNESS_TOKEN" -H 'Content-Type: application/json' "$@"; }
                    say "$OMB_HARNESS_URL/api/internal/whoami"
                    say "$OMB_HARNESS_URL/api/internal/notes" -d '{"text":"for the owner"}'
                    say -o /dev/null -w '%{http_code}\\n' "$OMB_HARNESS_URL/api/bots"
                    curl -sS -o /dev/null -w '%{http_code}\\n' "$OMB_HARNESS_URL/api/internal/whoami"
                    """);
            String transcript = String.join("\n", untilTheEnd(server, turn));
            assertThat(transcript)
                    .contains(conversation)
                    .contains(turn)
                    .contains("403")
                    .contains("401");
            assertThat(server.get("/api/conversations/" + conversation + "/notes")
                            .toString())
                    .contains("for the owner");
        }
    }

    /** A gate that could not dial at all would still refuse all that it must. */
    @Test
    void dialsWhatTheOperatorAllowsAndSaysWhatCameOfIt() throws Exception {
        try (ServeProcess server = ServeProcess.start(home, Map.of("OMB_EGRESS_ALLOW", "10.255.255.0/24"))) {
            String turn = server.turn(
                    server.conversation(),
                    "curl -sS -m 60 -o /dev/null -w 'answered %{http_code}' http://10.255.255.254:9/");
            // Nobody need be there: what counts is an answer (000 is none), and that it is not the gate's no.
            assertThat(untilTheEnd(server, turn)).anyMatch(line -> line.matches(".*answered (?!000|403)[0-9]{3}\".*"));
        }
    }

    @Test
    void runsOneTurnAtATimeInAConversation() throws Exception {
        try (ServeProcess server = ServeProcess.start(home)) {
            String conversation = server.conversation();
            String first = server.turn(conversation, "echo up; sleep 60");
            String second = server.turn(conversation, "echo second");
            awaitLine(server, first, "up");
            assertThat(server.get("/api/turns/" + second).get("position").asInt())
                    .isEqualTo(1);
            server.post("/api/turns/" + first + "/interrupt", Map.of());
            assertThat(untilTheEnd(server, second)).anyMatch(line -> line.contains("second"));
            assertThat(server.state(first)).isEqualTo("INTERRUPTED");
            assertThat(server.state(second)).isEqualTo("FINISHED");
        }
    }

    @Test
    void losesNothingThatWasStoredWhenItIsKilled() throws Exception {
        String mark = "9" + System.nanoTime();
        String conversation;
        String turn;
        String waiting;
        try (ServeProcess server = ServeProcess.start(home)) {
            conversation = server.conversation();
            turn = server.turn(conversation, "echo before; setsid sleep " + mark + " & sleep 60");
            waiting = server.turn(conversation, "echo after");
            awaitLine(server, turn, "before");
            await().until(() -> sleeping(mark) > 0);
            server.process.destroyForcibly().waitFor();
        }
        await().atMost(Duration.ofSeconds(5)).until(() -> sleeping(mark) == 0);
        try (ServeProcess server = ServeProcess.start(home)) {
            assertThat(server.state(turn)).isEqualTo("INTERRUPTED");
            assertThat(untilTheEnd(server, turn)).anyMatch(line -> line.contains("before"));
            assertThat(server.get("/api/conversations/" + conversation + "/messages")
                            .toString())
                    .contains("echo before")
                    .contains("echo after");
            assertThat(untilTheEnd(server, waiting)).anyMatch(line -> line.contains("after"));
        }
    }

    @Test
    void letsARunningTurnFinishWhenItIsToldToStop() throws Exception {
        try (ServeProcess server = ServeProcess.start(home)) {
            String turn = server.turn(server.conversation(), "echo up; sleep 3; echo done");
            awaitLine(server, turn, "up");
            server.process.destroy();
            assertThat(server.process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            try (ServeProcess next = ServeProcess.start(home)) {
                assertThat(next.state(turn)).isEqualTo("FINISHED");
            }
        }
    }

    @Test
    void saysInOneLineHowItsBoxesHeld() throws Exception {
        Process process = ServeProcess.launch(home, Map.of());
        try (var output = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.lines().filter(line -> line.contains("checks ")).findFirst())
                    .get()
                    .asString()
                    .matches(".*bot box: bwrap, checks 29/29 in [0-9]+ ms");
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    @Test
    void refusesASecondServerOnItsDataFolder() throws Exception {
        try (ServeProcess server = ServeProcess.start(home)) {
            Process second = ServeProcess.launch(home, Map.of());
            assertThat(second.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(second.exitValue()).isEqualTo(1);
            assertThat(new String(second.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains(home.resolve(".openmausbot").toString())
                    .contains(Long.toString(server.process.pid()));
        }
    }

    @Test
    void namesEveryFaultOfItsSettingsAtOnce() throws Exception {
        Process process = ServeProcess.launch(home, Map.of("OMB_PORT", "none", "OMB_EGRESS_DENY", "everything"));
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("OMB_PORT")
                .contains("OMB_EGRESS_DENY");
        assertThat(home.resolve(".openmausbot")).doesNotExist();
    }

    @Test
    void opensNothingButHealthAndSigningInWithoutASession() throws Exception {
        try (ServeProcess server = ServeProcess.start(home);
                HttpClient stranger = HttpClient.newHttpClient()) {
            for (String path : List.of("/", "/api/bots", "/api/internal/whoami", "/q/dev", "/index.html", "/q/arc")) {
                assertThat(stranger.send(
                                        HttpRequest.newBuilder(URI.create(server.address + path))
                                                .build(),
                                        HttpResponse.BodyHandlers.ofString())
                                .statusCode())
                        .as(path)
                        .isEqualTo(401);
            }
            // 200 from the first moment on; ready as soon as the boxes are attacked.
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                HttpResponse<String> health = stranger.send(
                        HttpRequest.newBuilder(URI.create(server.address + "/api/health"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(health.statusCode()).isEqualTo(200);
                assertThat(health.body()).matches("\\{\"app\":\"cloud-home\",\"state\":\"(starting|ready)\"}");
                return health.body().contains("ready");
            });
            // Not even with a session: these routes are not on this port.
            assertThat(server.send("GET", "/api/internal/whoami", "").statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void makesAnotherLinkForAPersonOnTheMachine() throws Exception {
        Process nobody = ServeProcess.run(home, Map.of(), "pair");
        assertThat(nobody.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(nobody.exitValue()).isEqualTo(1);
        try (ServeProcess server = ServeProcess.start(home)) {
            Process pair = ServeProcess.run(home, Map.of(), "pair", "--json");
            String said = new String(pair.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(pair.waitFor()).isZero();
            String code = new JsonObject(said).getString("code");
            assertThat(new JsonObject(said).getString("link")).isEqualTo(server.address + "/pair#code=" + code);
            server.post("/api/auth/pair", Map.of("code", code));
            assertThat(server.send("POST", "/api/auth/pair", "{\"code\":\"" + code + "\"}")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(Files.readString(home.resolve(".openmausbot/audit.jsonl")))
                    .contains("\"by\":\"machine\"")
                    .doesNotContain(code);
        }
    }
}
