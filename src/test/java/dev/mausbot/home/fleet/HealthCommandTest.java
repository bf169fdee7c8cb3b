package dev.mausbot.home.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mausbot.home.auth.signed.Canonical;
import dev.mausbot.home.auth.signed.SignedHeaders;
import dev.mausbot.home.auth.signed.SignedRequests;
import dev.mausbot.home.auth.signed.SigningKey;
import dev.mausbot.home.boot.Secret;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The Admin's command against a machine that answers as a test wants, with real sockets and real signatures. */
class HealthCommandTest {
    private static final String SECRET = "s".repeat(43);
    private static final String PATH = "/api/cloud/health";
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final SigningKey KEY = new SigningKey(new Secret(SECRET));
    private static final SigningKey OTHER = new SigningKey(new Secret("o".repeat(43)));
    private static final String HEALTHY = """
            {"contract":1,"machineId":"machine-1","healthy":true,"problems":[],"state":"ready",
             "box":{"box":"bwrap","checks":"29/29","refused":{"egress":3}},"turns":{"running":1}}""";
    private static final String ILL = """
            {"machineId":"machine-1","healthy":false,
             "problems":[{"id":"disk","sentence":"the disk is full"},{"id":"audit","sentence":"\\u001b[2Jno log"}]}""";

    @TempDir
    private Path folder;

    private final SignedRequests requests = new SignedRequests(KEY, () -> NOW);
    private final List<String> asked = new ArrayList<>();
    private Machine machine = Machine.sound(HEALTHY);
    private boolean signs = true;
    private HttpServer server;
    private String said = "";
    private String complained = "";

    /**
     * What the machine answers.
     *
     * @param nonce what it signs over; empty for the request's own
     * @param added what stands after the body that was signed
     */
    record Machine(int status, String body, SigningKey key, Instant at, String nonce, String added) {
        static Machine sound(String body) {
            return new Machine(200, body, KEY, NOW, "", "");
        }
    }

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) {
        try (exchange) {
            asked.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Host"));
            SignedRequests.Incoming incoming = new SignedRequests.Incoming(
                    "admin",
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    name -> Optional.ofNullable(exchange.getRequestHeaders().get(name))
                            .orElse(List.of()));
            boolean genuine =
                    requests.verify(incoming, exchange.getRequestBody().readAllBytes())
                            instanceof SignedRequests.Verdict.Accepted;
            String asks = exchange.getRequestHeaders().getFirst(SignedHeaders.NONCE);
            if (signs) {
                sign(exchange, machine.nonce().isEmpty() ? asks : machine.nonce());
            }
            byte[] sent = (machine.body() + machine.added()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(genuine ? machine.status() : 401, sent.length);
            exchange.getResponseBody().write(sent);
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    private void sign(HttpExchange exchange, String nonce) {
        long seconds = machine.at().getEpochSecond();
        Canonical report = Canonical.report(seconds, nonce, PATH, machine.body().getBytes(StandardCharsets.UTF_8));
        new SignedHeaders(seconds, nonce, machine.key().sign(report))
                .asSent()
                .forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private int health(String... arguments) {
        return health(Map.of("OMB_CLOUD_BOOTSTRAP_SECRET", SECRET), arguments);
    }

    private int health(Map<String, String> environment, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = HealthCommand.run(
                List.of(arguments), environment, () -> NOW, new PrintWriter(out), new PrintWriter(err));
        said = out.toString();
        complained = err.toString();
        return exitCode;
    }

    @Test
    void showsAHealthyMachine() {
        assertThat(health(url())).isZero();
        assertThat(said).startsWith("healthy\n").contains("machine-1").contains("29/29");
        assertThat(asked).singleElement().asString().startsWith(PATH);
        assertThat(complained).isEmpty();
    }

    @Test
    void tellsAnIllMachineByItsExitCode() {
        machine = Machine.sound(ILL);
        assertThat(health(url() + "/")).isEqualTo(1);
        assertThat(said).startsWith("UNHEALTHY\n").contains("the disk is full; \\u{1b}[2Jno log");
        assertThat(health(url(), "--json")).isEqualTo(1);
        assertThat(said).contains("\"healthy\" : false").doesNotContain("\u001b");
    }

    static Stream<Arguments> knowsNothingOfAMachineThatItCannotVerify() {
        String old = "recorded-nonce-of-before";
        return Stream.of(
                Arguments.of("an old report, recorded", new Machine(200, HEALTHY, KEY, NOW, old, "")),
                Arguments.of("a changed body", new Machine(200, HEALTHY, KEY, NOW, "", " ")),
                Arguments.of("another key", new Machine(200, HEALTHY, OTHER, NOW, "", "")),
                Arguments.of("an old time", new Machine(200, HEALTHY, KEY, NOW.minusSeconds(301), "", "")),
                Arguments.of("a time to come", new Machine(200, HEALTHY, KEY, NOW.plusSeconds(301), "", "")),
                Arguments.of("an error, signed", new Machine(500, HEALTHY, KEY, NOW, "", "")),
                Arguments.of("a redirect", new Machine(302, HEALTHY, KEY, NOW, "", "")),
                Arguments.of("too much", new Machine(200, "\"" + "x".repeat(300_000) + "\"", KEY, NOW, "", "")),
                Arguments.of("no JSON, signed", new Machine(200, "{\"healthy\":", KEY, NOW, "", "")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void knowsNothingOfAMachineThatItCannotVerify(String what, Machine other) {
        machine = other;
        assertThat(health(url())).as(what).isEqualTo(2);
        assertThat(said).isEmpty();
        assertThat(complained).startsWith("health: ").hasSizeLessThan(400);
    }

    @Test
    void knowsNothingOfAMachineThatDoesNotSign() {
        signs = false;
        assertThat(health(url())).isEqualTo(2);
        assertThat(said).isEmpty();
        assertThat(complained).contains("its answer is not signed");
    }

    @Test
    void saysThatNobodyAnswers() {
        server.stop(0);
        assertThat(health(url())).isEqualTo(2);
        assertThat(complained).contains("127.0.0.1");
    }

    @Test
    void isRefusedWithAnotherSecret() {
        assertThat(health(Map.of("OMB_CLOUD_BOOTSTRAP_SECRET", "t".repeat(43)), url()))
                .isEqualTo(2);
        assertThat(complained).contains("401");
    }

    @Test
    void readsTheSecretFromAFile() throws IOException {
        Path file = folder.resolve("secret");
        Files.writeString(file, SECRET + "\n");
        assertThat(health(Map.of(), url(), "--secret-file", file.toString())).isZero();
        Files.writeString(file, "not a secret but " + SECRET);
        assertThat(health(Map.of(), url(), "--secret-file", file.toString())).isEqualTo(2);
        assertThat(complained).contains(file.toString()).doesNotContain(SECRET);
        assertThat(health(
                        Map.of(), url(), "--secret-file", folder.resolve("none").toString()))
                .isEqualTo(2);
        assertThat(health(Map.of(), url())).isEqualTo(2);
        assertThat(complained).contains("--secret-file").contains("OMB_CLOUD_BOOTSTRAP_SECRET");
        assertThat(asked).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "http://home.example.org",
        "http://127.0.0.1.example.org",
        "http://10.0.0.1",
        "ftp://127.0.0.1",
        "https://user@home.example.org",
        "https://home.example.org/else",
        "https://home.example.org/?a=b",
        "home.example.org",
        "'https://home example'"
    })
    void asksOnlyWhereNobodyCanListen(String address) {
        assertThat(health(address)).isEqualTo(2);
        assertThat(complained).isNotEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void explainsItself() {
        assertThat(health("--help")).isZero();
        assertThat(said).contains("--secret-file").contains("OMB_CLOUD_BOOTSTRAP_SECRET");
        assertThat(health()).isEqualTo(2);
    }
}
