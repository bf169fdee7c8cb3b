package dev.mausbot.home.gate.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.audit.AuditEvent;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

// CRLF line ends are what these texts are about; a text block has none.
@SuppressWarnings("StringConcatToTextBlock")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EgressTunnelTest {
    private static final String PUBLIC = "93.184.216.34";
    private static final int BIG = 64 * 1024 * 1024;

    private EgressFixture gate;

    @BeforeEach
    void open() throws IOException {
        gate = new EgressFixture().name("site.example.com", PUBLIC);
    }

    @AfterEach
    void close() throws IOException {
        gate.close();
    }

    @Test
    void bytesThatComeWithTheHeaderAreNotLost() throws IOException {
        try (Origin origin = echo();
                RawClient client = gate.serve(PUBLIC, 443, origin).connect()) {
            client.send("CONNECT site.example.com:443 HTTP/1.1\r\nHost: site.example.com:443\r\n\r\n0123456789");

            assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
            assertThat(client.send("abc").read(13)).isEqualTo("0123456789abc");
        }
        await().untilAsserted(() -> assertThat(gate.events(AuditEvent.EgressClosed.class))
                .singleElement()
                .satisfies(closed -> {
                    assertThat(closed.port()).isEqualTo(443);
                    assertThat(closed.bytesUp()).isEqualTo(13);
                    assertThat(closed.bytesDown()).isEqualTo(13);
                }));
    }

    @Test
    void aHeaderMayComeOneByteAtATime() throws IOException {
        try (Origin origin = echo();
                RawClient client = gate.serve(PUBLIC, 443, origin).connect()) {
            for (char each : "CONNECT site.example.com:443 HTTP/1.1\r\n\r\nx".toCharArray()) {
                client.send(String.valueOf(each));
            }

            assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
            assertThat(client.read(1)).isEqualTo("x");
        }
    }

    @Test
    void anIpv6LiteralWorks() throws IOException {
        try (Origin origin = echo();
                RawClient client =
                        gate.serve("2606:4700:4700::1111", 443, origin).connect()) {
            assertThat(client.connect("[2606:4700:4700::1111]:443").status()).isEqualTo(200);
            assertThat(client.send("six").read(3)).isEqualTo("six");
            assertThat(gate.lookups()).isEmpty();
        }
    }

    @Test
    void aRefusedTunnelIsAnsweredAndClosed() throws IOException {
        try (RawClient client = gate.connect()) {
            client.send("CONNECT [::1]:443 HTTP/1.1\r\nHost: [::1]:443\r\n\r\nGET / HTTP/1.1\r\n\r\n");

            assertThat(client.readAll())
                    .startsWith("HTTP/1.1 403 Forbidden\r\nx-omb-gate: egress\r\n")
                    .contains("Connection: close", "loopback");
            assertThat(gate.dialled()).isEmpty();
        }
    }

    @Test
    void anEndOfInputPassesThroughAndTheOtherWayStaysOpen() throws IOException {
        try (Origin origin = new Origin(connection -> {
                    byte[] all = connection.in().readAllBytes();
                    connection.send("after your end: " + new String(all, StandardCharsets.UTF_8));
                });
                RawClient client = gate.serve(PUBLIC, 443, origin).connect()) {
            client.connect("site.example.com:443");

            assertThat(client.send("question").endOutput().readAll()).isEqualTo("after your end: question");
        }
    }

    @Test
    void anEndBeforeTheTunnelStandsPassesThroughToo() throws IOException {
        try (Origin origin = new Origin(
                        connection -> connection.send("got " + connection.in().readAllBytes().length));
                RawClient client = gate.serve(PUBLIC, 443, origin).connect()) {
            client.send("CONNECT site.example.com:443 HTTP/1.1\r\n\r\n12345").endOutput();

            assertThat(client.readAll()).endsWith("\r\n\r\ngot 5");
        }
    }

    @Test
    void anOriginsEndPassesThroughAndTheBoxMayGoOn() throws IOException {
        var received = new CompletableFuture<String>();
        try (Origin origin = new Origin(connection -> {
                    connection.send("bye").socket().shutdownOutput();
                    received.complete(new String(connection.in().readAllBytes(), StandardCharsets.UTF_8));
                });
                RawClient client = gate.serve(PUBLIC, 443, origin).connect()) {
            client.connect("site.example.com:443");
            assertThat(client.readAll()).isEqualTo("bye");

            client.send("still here").endOutput();

            assertThat(received.orTimeout(10, TimeUnit.SECONDS).join()).isEqualTo("still here");
        }
    }

    @Test
    void sixtyFourMebibytesGoBothWaysExactlyThroughASlowReaderInBoundedMemory() throws Exception {
        var atOrigin = new CompletableFuture<String>();
        ThreadFactory daemon = Thread.ofPlatform().daemon().factory();
        try (var executor = Executors.newThreadPerTaskExecutor(daemon);
                Origin origin = new Origin(connection -> {
                    var sending = CompletableFuture.supplyAsync(() -> sendBig(connection.out(), 2), executor);
                    atOrigin.complete(receiveSlowly(connection.in()));
                    assertThat(sending.join()).isNotEmpty();
                });
                RawClient client = gate.serve(PUBLIC, 443, origin).connect()) {
            client.connect("site.example.com:443");
            long before = usedMemory();

            var sent = CompletableFuture.supplyAsync(() -> sendBig(new ClientOutput(client), 1), executor);
            String received = receiveSlowly(client.in());

            assertThat(received).isEqualTo(digestOf(2));
            assertThat(sent.join()).isEqualTo(digestOf(1));
            assertThat(atOrigin.get()).isEqualTo(digestOf(1));
            assertThat(usedMemory() - before).as("bytes that the gate holds").isLessThan(16L * 1024 * 1024);
        }
    }

    /** Memory that Netty has taken for buffers; the tunnel uses no other. */
    private static long usedMemory() {
        var metric = PooledByteBufAllocator.DEFAULT.metric();
        return metric.usedDirectMemory() + metric.usedHeapMemory();
    }

    /** Sends and leaves the stream open: closing a socket's output would close its input too. */
    private static String sendBig(OutputStream out, long seed) {
        try {
            var digest = new DigestOutputStream(out, sha256());
            SplittableRandom random = new SplittableRandom(seed);
            byte[] block = new byte[64 * 1024];
            for (int sent = 0; sent < BIG; sent += block.length) {
                random.nextBytes(block);
                digest.write(block);
            }
            digest.flush();
            return HexFormat.of().formatHex(digest.getMessageDigest().digest());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static String digestOf(long seed) {
        return sendBig(OutputStream.nullOutputStream(), seed);
    }

    /** Reads with a pause now and then, so that the sender is always ahead. */
    private static String receiveSlowly(InputStream in) throws IOException {
        var digest = new DigestInputStream(in, sha256());
        byte[] block = new byte[64 * 1024];
        int blocks = 0;
        for (long received = 0; received < BIG; ) {
            received += digest.readNBytes(block, 0, block.length);
            if (++blocks % 32 == 0) {
                LockSupport.parkNanos(10_000_000);
            }
        }
        return HexFormat.of().formatHex(digest.getMessageDigest().digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static final class ClientOutput extends OutputStream {
        private final RawClient client;

        ClientOutput(RawClient client) {
            this.client = client;
        }

        @Override
        public void write(int one) throws IOException {
            client.send(new byte[] {(byte) one});
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            client.send(Arrays.copyOfRange(bytes, from, from + length));
        }
    }

    private static Origin echo() throws IOException {
        return new Origin(connection -> connection.in().transferTo(new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                connection.out().write(one);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                connection.out().write(bytes, from, length);
                connection.out().flush();
            }
        }));
    }

    @Test
    void aClosedGateEndsItsTunnelsAndLeavesNoSocket() throws IOException, ExecutionException, InterruptedException {
        var ended = new CompletableFuture<Integer>();
        try (Origin origin =
                        new Origin(connection -> ended.complete(connection.in().read()));
                RawClient client = gate.serve(PUBLIC, 443, origin).connect()) {
            client.connect("site.example.com:443");

            gate.closeGate();
            gate.closeGate();

            assertThat(ended.get()).isEqualTo(-1);
            assertThat(client.readAll()).isEmpty();
            assertThat(gate.socket()).doesNotExist();
        }
    }
}
