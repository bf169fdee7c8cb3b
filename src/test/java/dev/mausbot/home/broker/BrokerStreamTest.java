package dev.mausbot.home.broker;

import static dev.mausbot.home.broker.BrokerFixture.anthropic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.broker.BoxClient.Response;
import dev.mausbot.home.broker.BrokerFixture.Box;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PfxOptions;
import java.io.EOFException;
import java.io.IOException;
import java.net.ServerSocket;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What streams, what breaks off, and what is not there. */
@Timeout(120)
class BrokerStreamTest {
    private static final int MIB = 1024 * 1024;
    private static final int LARGE = 100;

    private BrokerFixture fixture;

    @BeforeEach
    void start() throws IOException {
        fixture = new BrokerFixture();
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
    }

    private static String path(Box box, int port) {
        return "/b/" + box.grants().issue(List.of(anthropic(port))).text() + "/anthropic/v1/messages";
    }

    @Test
    void passesEachEventOnAtOnce() throws IOException {
        CompletableFuture<HttpServerResponse> streaming = new CompletableFuture<>();
        int port = fixture.upstream(request -> {
            request.response().setChunked(true).putHeader("content-type", "text/event-stream");
            request.response().write("data: 0\n\n");
            streaming.complete(request.response());
        });
        Box box = fixture.box();
        try (BoxClient client = box.client()) {
            client.send(BoxClient.request("POST", path(box, port), "{}"));
            assertThat(client.readHead().header("content-type")).contains("text/event-stream");
            assertThat(client.chunk()).asString().isEqualTo("data: 0\n\n");
            // Each is written only after the one before has been read: one that is held back is never seen.
            for (int event = 1; event < 20; event++) {
                streaming.join().write("data: " + event + "\n\n");
                assertThat(client.chunk()).asString().isEqualTo("data: " + event + "\n\n");
            }
            streaming.join().end();
            assertThat(client.chunk()).isEmpty();
        }
    }

    @Test
    void passesABodyOnWhileItComes() throws IOException {
        List<String> parts = new CopyOnWriteArrayList<>();
        int port = fixture.upstream(request -> {
            request.handler(part -> parts.add(part.toString()));
            request.endHandler(end -> request.response().end("whole"));
        });
        Box box = fixture.box();
        try (BoxClient client = box.client()) {
            client.send("POST " + path(box, port)
                    + " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n");
            await().until(() -> parts.equals(List.of("one")));
            client.send("3\r\ntwo\r\n0\r\n\r\n");
            assertThat(client.read().body()).isEqualTo("whole");
        }
        assertThat(parts).containsExactly("one", "two");
    }

    @Test
    void carriesLargeBodiesBothWaysUnchanged() throws Exception {
        int port = fixture.upstream(BrokerStreamTest::echo);
        Box box = fixture.box();
        carry(box, path(box, port), LARGE);
    }

    /** Sends random mebibytes and takes them back at the same time. */
    private static void carry(Box box, String path, int mebibytes) throws Exception {
        byte[] block = new byte[MIB];
        new Random(7).nextBytes(block);
        MessageDigest sent = MessageDigest.getInstance("SHA-256");
        MessageDigest received = MessageDigest.getInstance("SHA-256");
        try (ExecutorService other = Executors.newSingleThreadExecutor();
                BoxClient client = box.client()) {
            String length = Long.toString((long) mebibytes * MIB);
            client.send("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + length
                    + "\r\nConnection: TE\r\nTE: trailers\r\n\r\n");
            Future<?> sending = other.submit(() -> {
                for (int count = 0; count < mebibytes; count++) {
                    client.send(block);
                    sent.update(block);
                }
                return null;
            });
            assertThat(client.readHead().header("content-length")).contains(length);
            for (int count = 0; count < mebibytes; count++) {
                received.update(client.stream().readNBytes(MIB));
            }
            sending.get();
        }
        assertThat(HexFormat.of().formatHex(received.digest()))
                .isEqualTo(HexFormat.of().formatHex(sent.digest()));
    }

    private static void echo(HttpServerRequest request) {
        request.response().putHeader("content-length", request.getHeader("content-length"));
        var _ = request.pipeTo(request.response());
    }

    /** Bounded memory: what a side does not take stays with the side that sends. */
    @ParameterizedTest(name = "HTTP/2 upstream: {0}")
    @ValueSource(booleans = {false, true})
    void takesNoMoreThanItCanPassOn(boolean http2) throws Exception {
        ThrowAwayCertificate certificate = ThrowAwayCertificate.make(fixture.folder(), "ip:127.0.0.1");
        HttpServerOptions options =
                http2 ? secure(certificate, true) : new HttpServerOptions().setHttp2ClearTextEnabled(false);
        AtomicLong written = new AtomicLong();
        CompletableFuture<HttpServerRequest> unread = new CompletableFuture<>();
        int port = fixture.upstream(options, request -> {
            if (request.method().name().equals("GET")) {
                request.response().setChunked(true);
                pour(request.response(), written);
            } else {
                request.pause();
                unread.complete(request);
            }
        });
        Box box = fixture.box(fixture.broker(BrokerFixture.LIMITS, certificate.trust()));
        String token = box.grants()
                .issue(List.of(
                        BrokerFixture.provider("anthropic", (http2 ? "https" : "http") + "://127.0.0.1:" + port)))
                .text();
        // The clients are closed first: a blocked write ends with its connection.
        try (ExecutorService other = Executors.newSingleThreadExecutor();
                BoxClient down = box.client();
                BoxClient up = box.client()) {
            down.send(BoxClient.request("GET", "/b/" + token + "/anthropic/v1/models", ""));
            down.readHead();
            assertThat(steady(written)).isLessThan(16L * MIB);

            AtomicLong sent = new AtomicLong();
            up.send("POST /b/" + token + "/anthropic/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: " + 100L * MIB
                    + "\r\n\r\n");
            Future<?> sending = other.submit(() -> {
                for (int count = 0; count < LARGE * 16; count++) {
                    up.send(new byte[MIB / 16]);
                    sent.addAndGet(MIB / 16);
                }
                return null;
            });
            await().until(unread::isDone);
            assertThat(steady(sent)).isLessThan(16L * MIB);
            assertThat(sending.isDone()).isFalse();
        }
    }

    private static void pour(HttpServerResponse response, AtomicLong written) {
        while (!response.writeQueueFull() && !response.closed()) {
            response.write(Buffer.buffer(new byte[MIB / 16]));
            written.addAndGet(MIB / 16);
        }
        response.drainHandler(drained -> pour(response, written));
    }

    /** The count when it has stopped growing. */
    private static long steady(AtomicLong count) {
        AtomicLong before = new AtomicLong(-1);
        await().pollInterval(Duration.ofMillis(300))
                .until(() -> count.get() > 0 && before.getAndSet(count.get()) == count.get());
        return count.get();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void endsAnUpstreamsWorkWhenTheBoxGoesAway(boolean afterTheFirstEvent) throws IOException {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        int port = fixture.upstream(request -> {
            request.response().closeHandler(ended::complete);
            if (afterTheFirstEvent) {
                request.response().setChunked(true).write("data: 0\n\n");
            }
            asked.complete(null);
        });
        Box box = fixture.box();
        try (BoxClient client = box.client()) {
            client.send(BoxClient.request("POST", path(box, port), "{}"));
            await().until(asked::isDone);
            if (afterTheFirstEvent) {
                client.readHead();
            }
        }
        await().until(ended::isDone);
    }

    @Test
    void endsAnUpstreamsWorkWhenTheBoxIsClosed() throws IOException {
        CompletableFuture<Void> asked = new CompletableFuture<>();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        int port = fixture.upstream(request -> {
            request.response().closeHandler(ended::complete);
            asked.complete(null);
        });
        Box box = fixture.box();
        try (BoxClient client = box.client()) {
            client.send(BoxClient.request("POST", path(box, port), "{}"));
            await().until(asked::isDone);
            box.listening().close();
            await().until(ended::isDone);
            assertThat(client.ended()).isTrue();
        }
    }

    @Test
    void doesNotMakeABrokenAnswerLookWhole() throws IOException {
        int port = fixture.upstream(request -> request.response()
                .setChunked(true)
                .write("half")
                .onComplete(written -> request.connection().close()));
        Box box = fixture.box();
        try (BoxClient client = box.client()) {
            client.send(BoxClient.request("POST", path(box, port), "{}"));
            client.readHead();
            assertThat(client.chunk()).asString().isEqualTo("half");
            assertThatThrownBy(client::chunk).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void doesNotMakeABrokenBodyLookWhole() throws IOException {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<String> came = new CompletableFuture<>();
        int port = fixture.upstream(request -> {
            request.handler(part -> begun.complete(null));
            request.endHandler(end -> came.complete("whole"));
            request.exceptionHandler(broken -> came.complete("broken"));
        });
        Box box = fixture.box();
        try (BoxClient client = box.client()) {
            client.send("POST " + path(box, port)
                    + " HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n");
            await().until(begun::isDone);
        }
        await().until(came::isDone);
        assertThat(came).isCompletedWithValue("broken");
    }

    @Test
    void handsAnEarlyAnswerBack() throws IOException {
        int port = fixture.upstream(
                request -> request.response().setStatusCode(413).end("too much"));
        Box box = fixture.box();
        try (BoxClient client = box.client()) {
            client.send("POST " + path(box, port) + " HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nstart");
            Response response = client.read();
            assertThat(response.status()).isEqualTo(413);
            assertThat(response.body()).isEqualTo("too much");
            assertThat(client.ended()).isTrue();
        }
    }

    @Test
    void refusesMoreRequestsAtOnceThanItMay() throws IOException {
        List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
        int port = fixture.upstream(held::add);
        Box box = fixture.box();
        String path = path(box, port);
        List<BoxClient> clients = new ArrayList<>();
        for (int count = 0; count <= BrokerFixture.LIMITS.requests(); count++) {
            clients.add(box.client());
        }
        for (BoxClient client : clients.subList(1, clients.size())) {
            client.send(BoxClient.request("POST", path, "{}"));
        }
        await().until(() -> held.size() == BrokerFixture.LIMITS.requests());
        Response refused = clients.getFirst().post(path, "{}");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.head().header("x-omb-gate")).contains("broker");

        held.forEach(request -> request.response().end("done"));
        for (BoxClient client : clients.subList(1, clients.size())) {
            assertThat(client.read().body()).isEqualTo("done");
            client.close();
        }
        held.clear();
        try (BoxClient again = clients.getFirst()) {
            // 429 left its body unread, so that connection is gone, and a new one is not refused.
            assertThat(again.ended()).isTrue();
        }
        try (BoxClient again = box.client()) {
            again.send(BoxClient.request("POST", path, "{}"));
            await().until(() -> held.size() == 1);
            held.getFirst().response().end("done");
            assertThat(again.read().body()).isEqualTo("done");
        }
    }

    @Test
    void saysThatAnUpstreamIsDownAndNotWhereItIs() throws IOException {
        int nobody;
        try (ServerSocket taken = new ServerSocket(0)) {
            nobody = taken.getLocalPort();
        }
        Box box = fixture.box();
        try (BoxClient client = box.client()) {
            Response response = client.call("GET", path(box, nobody).replace("messages", "models"));
            assertThat(response.status()).isEqualTo(502);
            assertThat(response.head().header("x-omb-gate")).contains("broker");
            assertThat(response.body())
                    .contains("no connection to it could be made")
                    .doesNotContain("127.0.0.1")
                    .doesNotContain(Integer.toString(nobody))
                    .doesNotContain("omb_t0_");
        }
        assertThat(fixture.audited).as("nobody refused anything").isEmpty();
    }

    @Test
    void saysThatAnUpstreamBrokeOff() throws IOException {
        int port = fixture.upstream(request -> request.connection().close());
        Box box = fixture.box();
        try (BoxClient client = box.client()) {
            Response response = client.post(path(box, port), "{}");
            assertThat(response.status()).isEqualTo(502);
            assertThat(response.body()).contains("ended the connection");
        }
    }

    @Test
    void saysThatAnUpstreamIsTooSlow() throws IOException {
        int port = fixture.upstream(request -> {});
        BrokerLimits impatient =
                new BrokerLimits(4, 64, Duration.ofSeconds(30), Duration.ofSeconds(5), Duration.ofMillis(300));
        Box box = fixture.box(fixture.broker(impatient));
        try (BoxClient client = box.client()) {
            Response response = client.post(path(box, port), "{}");
            assertThat(response.status()).isEqualTo(504);
            assertThat(response.body()).contains("too long");
        }
    }

    @Test
    void hangsUpOnABoxThatSaysNothing() throws IOException {
        BrokerLimits impatient =
                new BrokerLimits(4, 64, Duration.ofMillis(200), Duration.ofSeconds(5), Duration.ofSeconds(30));
        Box box = fixture.box(fixture.broker(impatient));
        try (BoxClient client = box.client()) {
            client.send("GET /b/-/anth");
            assertThat(client.ended()).isTrue();
        }
    }

    @Test
    void usesAConnectionForOneGrantOnly() throws IOException {
        List<String> from = new CopyOnWriteArrayList<>();
        int port = fixture.upstream(request -> {
            from.add(request.remoteAddress().toString());
            request.response().end();
        });
        Box box = fixture.box();
        String token = box.grants()
                .issue(List.of(anthropic(port), BrokerFixture.provider("openai", "http://127.0.0.1:" + port)))
                .text();
        String path = "/b/" + token + "/anthropic/v1/messages";
        Box another = fixture.box();
        try (BoxClient client = box.client();
                BoxClient other = another.client()) {
            client.post(path, "{}");
            client.post(path, "{}");
            client.post("/b/" + token + "/openai/responses", "{}");
            // The same upstream and the same key, but another grant, and then another box.
            client.post(path(box, port), "{}");
            other.post(path(another, port), "{}");
        }
        assertThat(from).hasSize(5);
        assertThat(from.get(1)).isEqualTo(from.getFirst());
        assertThat(from.subList(1, 5)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void speaksToASecureUpstreamInItsOwnVersion(boolean http2) throws Exception {
        ThrowAwayCertificate certificate = ThrowAwayCertificate.make(fixture.folder(), "ip:127.0.0.1");
        List<String> arrived = new CopyOnWriteArrayList<>();
        int port = fixture.upstream(secure(certificate, http2), request -> {
            arrived.add(request.version() + " " + request.uri() + " " + request.getHeader("x-api-key") + " "
                    + request.authority());
            echo(request);
        });
        Box box = fixture.box(fixture.broker(BrokerFixture.LIMITS, certificate.trust()));
        String token = box.grants()
                .issue(List.of(BrokerFixture.provider("anthropic", "https://127.0.0.1:" + port)))
                .text();
        carry(box, "/b/" + token + "/anthropic/v1/messages", 3);
        assertThat(arrived)
                .containsExactly((http2 ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1) + " /v1/messages "
                        + BrokerFixture.REAL_KEY + " 127.0.0.1:" + port);
    }

    @Test
    void sendsNoKeyToAnUpstreamThatItCannotTrust() throws Exception {
        ThrowAwayCertificate wrongName = ThrowAwayCertificate.make(fixture.folder(), "dns:example.com");
        List<HttpServerRequest> arrived = new CopyOnWriteArrayList<>();
        int port = fixture.upstream(secure(wrongName, true), arrived::add);
        for (Broker broker : List.of(
                fixture.broker(BrokerFixture.LIMITS, wrongName.trust()), fixture.broker(BrokerFixture.LIMITS))) {
            Box box = fixture.box(broker);
            String token = box.grants()
                    .issue(List.of(BrokerFixture.provider("anthropic", "https://127.0.0.1:" + port)))
                    .text();
            try (BoxClient client = box.client()) {
                Response response = client.call("GET", "/b/" + token + "/anthropic/v1/models");
                assertThat(response.status()).isEqualTo(502);
                assertThat(response.body()).contains("certificate");
            }
        }
        assertThat(arrived).isEmpty();
    }

    private static HttpServerOptions secure(ThrowAwayCertificate certificate, boolean http2) {
        return new HttpServerOptions()
                .setSsl(true)
                .setUseAlpn(http2)
                .setKeyCertOptions(new PfxOptions()
                        .setPath(certificate.store().toString())
                        .setPassword(ThrowAwayCertificate.PASSWORD));
    }
}
