package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.box.BoxWorks;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The built server as a machine of a fleet, and the Admin's command that asks how it is. */
@Tag("end-to-end")
class CloudServeTest {
    private static final String NAME = "home.example.org";
    private static final String SECRET = "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldA";

    @TempDir
    private Path folder;

    private Path home;
    private Path secret;

    @BeforeEach
    void makeHome() throws IOException {
        ServeProcess.app();
        BoxWorks.assumeHere();
        home = Files.createDirectory(folder.toRealPath().resolve("home"));
        secret = Files.writeString(folder.resolve("secret"), SECRET);
    }

    private ServeProcess fleetMachine(String box) throws IOException {
        return fleetMachine(List.of(), box);
    }

    private ServeProcess fleetMachine(List<String> by, String box) throws IOException {
        return ServeProcess.startInFleet(
                by,
                home,
                Map.of(
                        "OMB_CLOUD_ROLE", "home",
                        "OMB_CLOUD_MACHINE_ID", "machine-1",
                        "OMB_CLOUD_ADMIN_URL", "https://admin.example.org",
                        "OMB_CLOUD_BOOTSTRAP_SECRET", SECRET,
                        "OMB_PUBLIC_URL", "https://" + NAME,
                        // No supervisor has hardened this machine, and it is asked about boxes elsewhere.
                        "OMB_CLOUD_HARDEN", "0",
                        "OMB_BOT_BOX", box));
    }

    /** What a command printed, and how it ended. */
    private record Ran(int exitCode, String output, String errors) {}

    private Ran health(String... words) throws Exception {
        List<String> command = new ArrayList<>(ServeProcess.command("health"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(folder.resolve("errors").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("OMB_"));
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ran(process.exitValue(), output, Files.readString(folder.resolve("errors")));
    }

    private Ran health(ServeProcess server) throws Exception {
        return health(server.address, "--name", NAME, "--secret-file", secret.toString());
    }

    @Test
    void tellsItsAdminThatItIsWell() throws Exception {
        try (ServeProcess server = fleetMachine("0")) {
            // In its first second a server knows of no request whether it was made before its start.
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofSeconds(1))
                    .untilAsserted(() -> {
                        Ran ran = health(server);
                        assertThat(ran.exitCode()).as(ran.toString()).isZero();
                        assertThat(ran.output())
                                .startsWith("healthy")
                                .contains("machine-1")
                                .contains("0.1.0");
                    });
            Ran json = health(server.address, "--name", NAME, "--secret-file", secret.toString(), "--json");
            assertThat(json.output())
                    .contains("\"contract\" : 1", "\"wanted\" : false")
                    .doesNotContain(SECRET);

            Files.writeString(secret, SECRET.replace('c', 'd'));
            Ran stranger = health(server);
            assertThat(stranger.exitCode()).isEqualTo(2);
            assertThat(stranger.errors()).contains("401").doesNotContain(SECRET);
        }
    }

    private void awaitIll(ServeProcess server, String... words) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    Ran ran = health(server);
                    assertThat(ran.exitCode()).as(ran.toString()).isEqualTo(1);
                    assertThat(ran.output()).startsWith("UNHEALTHY").contains(words);
                });
    }

    /** A neighbour told of it on its standard error alone. */
    @Test
    void tellsItsAdminThatItsDiskIsFull() throws Exception {
        List<String> by = List.of(
                "/usr/bin/bwrap",
                "--die-with-parent",
                "--dev-bind",
                "/",
                "/",
                "--size",
                Integer.toString(48 << 20),
                "--tmpfs",
                home.toString(),
                "--");
        try (ServeProcess server = fleetMachine(by, "0")) {
            awaitIll(server, "the disk is full: ", "MiB are free, 64 are needed");
        }
    }

    @Test
    void tellsItsAdminWhichCheckFailed() throws Exception {
        List<String> by = OtherBwrap.by(folder.toRealPath(), OtherBwrap.WITHOUT_FILTER);
        try (ServeProcess server = fleetMachine(by, "1")) {
            awaitIll(server, "the self-check failed: seccomp.filter", "28/29", "refusing");
        }
    }

    @Test
    void answersToItsOwnNameAndNeverWithoutASignature() throws Exception {
        try (ServeProcess server = fleetMachine("0");
                HttpClient stranger = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(server.address + "/api/cloud/health"))
                    .build();
            assertThat(stranger.send(request, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(421);
            Ran ran = health(server.address, "--secret-file", secret.toString());
            assertThat(ran.exitCode()).isEqualTo(2);
            assertThat(ran.errors()).contains("421");
        }
    }

    @Test
    void hasNoReportOnAMachineOfNoFleet() throws Exception {
        try (ServeProcess server = ServeProcess.start(home)) {
            assertThat(server.send("GET", "/api/cloud/health", "").statusCode()).isEqualTo(404);
            assertThat(server.get("/api/cloud/box").get("box").asText()).isEqualTo("bwrap");
            assertThat(server.send("GET", "/q/metrics", "").body()).contains("home_turns_running 0.0");
        }
    }
}
