package dev.mausbot.home.vm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.auth.signed.Canonical;
import dev.mausbot.home.auth.signed.SignedHeaders;
import dev.mausbot.home.auth.signed.SigningKey;
import dev.mausbot.home.boot.Secret;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Talks to a machine's server through the forwarded port, by the machine's public name. */
final class HomeClient implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final long LOOK_NANOS = Duration.ofMillis(100).toNanos();

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final Vm vm;
    private final String host;
    private final SigningKey key;
    private String token = "";

    HomeClient(Vm vm, String host, Secret secret) {
        this.vm = vm;
        this.host = host;
        this.key = new SigningKey(secret);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + vm.port() + path))
                .timeout(PATIENCE)
                .header("Host", host);
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Asks an open path until it is answered, or nothing runs any more that could; the answer. */
    String awaitAnswer(String path) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (vm.runs() && System.nanoTime() < deadline) {
            try {
                HttpResponse<String> answer = send(request(path).build());
                if (answer.statusCode() == 200) {
                    return answer.body();
                }
            } catch (IOException notYet) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        throw new AssertionError("no answer from " + path + "; the machine said:\n" + vm.console());
    }

    /** Waits until the home says that it takes turns. */
    void awaitReady() throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!awaitAnswer("/api/health").contains("\"state\":\"ready\"")) {
            assertThat(System.nanoTime()).as(vm.console()).isLessThan(deadline);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** As the fleet's Admin: signs a request. */
    HttpResponse<String> signed(String method, String path, String body) throws IOException, InterruptedException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        String nonce = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        long seconds = Instant.now().getEpochSecond();
        String signature = key.sign(Canonical.request(seconds, nonce, method, path, bytes));
        HttpRequest.Builder request = request(path)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofByteArray(bytes));
        new SignedHeaders(seconds, nonce, signature).asSent().forEach(request::header);
        return send(request.build());
    }

    /** Becomes the owner: paired by the Admin. */
    void signIn() throws Exception {
        HttpResponse<String> pairing = signed("POST", "/api/cloud/pairing", "{\"label\":\"the machine test\"}");
        assertThat(pairing.statusCode()).as(pairing.body()).isBetween(200, 201);
        String credential = JSON.readTree(pairing.body()).path("credential").asText();
        HttpResponse<String> session = send(request("/api/auth/pair")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(Map.of("credential", credential))))
                .build());
        assertThat(session.statusCode()).as(session.body()).isEqualTo(201);
        token = JSON.readTree(session.body()).path("token").asText();
    }

    private HttpRequest.Builder owned(String path) {
        return request(path).header("Authorization", "Bearer " + token).header("Content-Type", "application/json");
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = send(owned(path).build());
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    /** The report about boxes, once the home has attacked itself. */
    JsonNode awaitBoxReport() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        JsonNode report = get("/api/cloud/box");
        while (!report.has("checks")) {
            assertThat(System.nanoTime()).as(report + "\n" + vm.console()).isLessThan(deadline);
            LockSupport.parkNanos(LOOK_NANOS);
            report = get("/api/cloud/box");
        }
        return report;
    }

    private String post(String path, Map<String, ?> body) throws IOException, InterruptedException {
        HttpResponse<String> answer = send(owned(path)
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                .build());
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isBetween(200, 202);
        return JSON.readTree(answer.body()).path("id").asText();
    }

    /** A conversation of a new bot with the shell for an engine. */
    String conversation() throws IOException, InterruptedException {
        String bot = post("/api/bots", Map.of("name", "Ada", "engine", "shell"));
        return post("/api/conversations", Map.of("bot", bot, "title", "of the machine test"));
    }

    String turn(String conversation, String script) throws IOException, InterruptedException {
        return post("/api/conversations/" + conversation + "/turns", Map.of("message", script));
    }

    /** The lines of a turn's stream, until it ends or the reader has enough. */
    Stream<String> events(String turn) throws IOException, InterruptedException {
        return http.send(owned("/api/turns/" + turn + "/events").build(), HttpResponse.BodyHandlers.ofLines())
                .body();
    }

    /** The lines of a turn's stream up to its end. */
    List<String> awaitEnd(String turn) throws IOException, InterruptedException {
        try (Stream<String> lines = events(turn)) {
            return lines.toList();
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
