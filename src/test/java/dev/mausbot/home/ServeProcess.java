package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The built program as a server in a process of its own, as a user starts it. {@code OMB_TEST_APP} names what was built:
 * the folder of the JVM's application, or a native executable; the front door sets it.
 */
final class ServeProcess implements AutoCloseable {
    private static final String SERVES = "cloud home: serves ";
    private static final Pattern LISTENS = Pattern.compile("Listening on: (http://[0-9.:]+)");
    private static final String OPEN = "cloud home: open ";
    /** On machines where several of them start at once. */
    private static final Duration LONGEST_START = Duration.ofMinutes(2);

    private static final ObjectMapper JSON = new ObjectMapper();

    final Process process;
    final String address;
    private final String token;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Queue<String> said;

    private ServeProcess(Process process, String address, String token, Queue<String> said) {
        this.process = process;
        this.address = address;
        this.token = token;
        this.said = said;
    }

    static Path app() {
        String app = System.getenv("OMB_TEST_APP");
        if (app == null) {
            System.out.println("SKIPPED: the built server is not tested, because OMB_TEST_APP does not name it: use"
                    + " ./home test");
        }
        assumeTrue(app != null, "OMB_TEST_APP is not set");
        return Path.of(app);
    }

    /** What starts the program; its arguments follow. */
    static List<String> program() {
        Path app = app();
        return Files.isDirectory(app)
                ? List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        app.resolve("quarkus-run.jar").toString())
                : List.of(app.toString());
    }

    /** The command line of some of the program's words. */
    static List<String> command(String... words) {
        return Stream.concat(program().stream(), Stream.of(words)).toList();
    }

    /** Starts one in a HOME, whatever comes of it; its standard error is its own. */
    static Process launch(Path home, Map<String, String> settings) throws IOException {
        return run(home, settings, "serve");
    }

    /** Starts the program with these words. */
    static Process run(Path home, Map<String, String> settings, String... words) throws IOException {
        return run(List.of(), home, settings, words);
    }

    /** The same by a command that takes a command line, which is then the program's. */
    private static Process run(List<String> by, Path home, Map<String, String> settings, String... words)
            throws IOException {
        List<String> command =
                Stream.concat(by.stream(), command(words).stream()).toList();
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(Path.of("/").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("OMB_") || name.startsWith("XDG_"));
        builder.environment().putAll(Map.of("HOME", home.toString(), "OMB_PORT", "0", "OMB_BOT_BOX", "1"));
        builder.environment().putAll(settings);
        return builder.start();
    }

    /** Starts one and waits until it has said where it listens. */
    static ServeProcess start(Path home) throws IOException {
        return start(home, Map.of());
    }

    /** The same with more settings. */
    static ServeProcess start(Path home, Map<String, String> settings) throws IOException {
        return start(List.of(), home, settings);
    }

    /** The same by a command that takes a command line, which is then the server's. */
    static ServeProcess start(List<String> by, Path home, Map<String, String> settings) throws IOException {
        return started(run(by, home, settings, "serve"), process -> {
            URI link = URI.create(until(process, OPEN).getLast().substring(OPEN.length()));
            return signedIn(process, link, drain(process));
        });
    }

    /** Starts one that belongs to a fleet: it prints no link, and nobody is signed in. */
    static ServeProcess startInFleet(List<String> by, Path home, Map<String, String> settings) throws IOException {
        return started(run(by, home, settings, "serve"), process -> {
            String address = until(process, SERVES).stream()
                    .map(LISTENS::matcher)
                    .filter(Matcher::find)
                    .map(found -> found.group(1))
                    .findFirst()
                    .orElseThrow();
            return new ServeProcess(process, address, "", drain(process));
        });
    }

    private interface Start {
        ServeProcess from(Process process) throws IOException;
    }

    /** Nothing is left of a server that does not come so far. */
    private static ServeProcess started(Process process, Start start) throws IOException {
        try {
            return start.from(process);
        } catch (IOException | RuntimeException | Error failed) {
            process.destroyForcibly().onExit().join();
            throw failed;
        }
    }

    /** What it has said up to the line that begins so; one that is too slow is killed. */
    private static List<String> until(Process process, String start) throws IOException {
        List<String> said = new ArrayList<>();
        CompletableFuture<Void> tooSlow = CompletableFuture.runAsync(
                process::destroyForcibly,
                CompletableFuture.delayedExecutor(LONGEST_START.toSeconds(), TimeUnit.SECONDS));
        try {
            var output = process.inputReader(StandardCharsets.UTF_8);
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                said.add(line);
                if (line.startsWith(start)) {
                    return said;
                }
            }
            throw new AssertionError(
                    (tooSlow.isDone() ? "the server did not listen in time: " : "the server ended before it listened: ")
                            + said + " "
                            + new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        } finally {
            tooSlow.cancel(false);
        }
    }

    /** As a program signs in: with the code of the link that the server printed. */
    private static ServeProcess signedIn(Process process, URI link, Queue<String> said) throws IOException {
        String address = link.getScheme() + "://" + link.getAuthority();
        String code = link.getFragment().substring("code=".length());
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/api/auth/pair"))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(Map.of("code", code))))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
            return new ServeProcess(
                    process, address, JSON.readTree(answer.body()).get("token").asText(), said);
        } catch (InterruptedException stop) {
            throw new IOException("interrupted while signing in", stop);
        }
    }

    /** A server that nobody reads from must not stop for it. */
    private static Queue<String> drain(Process process) {
        Queue<String> said = new ConcurrentLinkedQueue<>();
        for (var stream : List.of(process.inputReader(StandardCharsets.UTF_8), process.errorReader())) {
            Thread.ofVirtual().start(() -> {
                try (stream) {
                    for (String line = stream.readLine(); line != null; line = stream.readLine()) {
                        said.add(line);
                    }
                } catch (IOException closed) {
                    assertThat(process.isAlive()).isFalse();
                }
            });
        }
        return said;
    }

    /** What it has printed so far since it listened, on both of its outputs. */
    String said() {
        return String.join("\n", said);
    }

    HttpResponse<String> send(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    JsonNode post(String path, Map<String, ?> body) throws IOException, InterruptedException {
        HttpResponse<String> response = send("POST", path, JSON.writeValueAsString(body));
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 202);
        return response.body().isEmpty() ? JSON.nullNode() : JSON.readTree(response.body());
    }

    JsonNode put(String path, Map<String, ?> body) throws IOException, InterruptedException {
        HttpResponse<String> response = send("PUT", path, JSON.writeValueAsString(body));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = send("GET", path, "");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    /** A conversation of a new bot with the shell for an engine. */
    String conversation() throws IOException, InterruptedException {
        String bot = post("/api/bots", Map.of("name", "Ada", "engine", "shell"))
                .get("id")
                .asText();
        return post("/api/conversations", Map.of("bot", bot, "title", "t"))
                .get("id")
                .asText();
    }

    String turn(String conversation, String script) throws IOException, InterruptedException {
        return post("/api/conversations/" + conversation + "/turns", Map.of("message", script))
                .get("id")
                .asText();
    }

    /** The lines of a turn's stream, until it ends or the reader has enough; closed by whoever got it. */
    Stream<String> events(String turn) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/api/turns/" + turn + "/events"))
                .header("Authorization", "Bearer " + token)
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofLines()).body();
    }

    String state(String turn) throws IOException, InterruptedException {
        return get("/api/turns/" + turn).get("state").asText();
    }

    @Override
    public void close() {
        // The server itself, where another command started it; it ends with that.
        List<ProcessHandle> below = process.children().toList();
        // First: the client waits for its requests, and some of them are streams that only the server ends.
        process.destroyForcibly().onExit().join();
        below.forEach(one -> one.onExit().join());
        http.close();
    }
}
