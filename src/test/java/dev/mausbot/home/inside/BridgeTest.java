package dev.mausbot.home.inside;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class BridgeTest {
    private static final int SIZE = 64 << 20;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Path folder = Path.of("/");
    private Path socket = Path.of("/");
    private ServerSocketChannel gate;

    BridgeTest() throws IOException {
        gate = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    }

    @BeforeEach
    void listen() throws IOException {
        folder = Files.createTempDirectory("br");
        socket = folder.resolve("s");
        gate.bind(UnixDomainSocketAddress.of(socket), 8);
    }

    @AfterEach
    void clean() throws IOException {
        gate.close();
        threads.shutdownNow();
        Files.deleteIfExists(socket);
        Files.delete(folder);
    }

    @Test
    void copies64MiBBothWaysExactly() throws Exception {
        try (BridgeProcess bridge = BridgeProcess.to(socket);
                SocketChannel client = bridge.connect(0);
                SocketChannel server = gate.accept()) {
            Future<String> there = in(() -> digest(server));
            Future<String> back = in(() -> digest(client));
            Future<String> sentThere = in(() -> send(client, 1));
            Future<String> sentBack = in(() -> send(server, 2));
            assertThat(there.get()).isEqualTo(sentThere.get());
            assertThat(back.get()).isEqualTo(sentBack.get());
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void holdsLittleForAReaderThatIsSlow(boolean fromClient) throws Exception {
        try (BridgeProcess bridge = BridgeProcess.to(socket);
                SocketChannel client = bridge.connect(0);
                SocketChannel server = gate.accept()) {
            SocketChannel writer = fromClient ? client : server;
            AtomicInteger sent = new AtomicInteger();
            AtomicInteger seen = new AtomicInteger();
            Future<String> hash = in(() -> send(writer, 3, sent));
            await().during(Duration.ofMillis(500))
                    .until(() -> sent.get() > 0 && sent.get() == seen.getAndSet(sent.get()));
            assertThat(sent.get()).as("what kernel and bridge have taken").isLessThan(16 << 20);
            assertThat(digest(fromClient ? server : client)).isEqualTo(hash.get());
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void letsTheOtherDirectionGoOnAfterTheEndOfOne(boolean clientEndsFirst) throws Exception {
        try (BridgeProcess bridge = BridgeProcess.to(socket);
                SocketChannel client = bridge.connect(0);
                SocketChannel server = gate.accept()) {
            SocketChannel first = clientEndsFirst ? client : server;
            SocketChannel second = clientEndsFirst ? server : client;
            say(first, "question");
            first.shutdownOutput();
            assertThat(readAll(second)).isEqualTo("question");
            say(second, "a late ");
            say(second, "answer");
            second.shutdownOutput();
            assertThat(readAll(first)).isEqualTo("a late answer");
        }
    }

    @Test
    void deliversTheAnswerOfAGateThatStopsReading() throws Exception {
        try (BridgeProcess bridge = BridgeProcess.to(socket);
                SocketChannel client = bridge.connect(0)) {
            try (SocketChannel server = gate.accept()) {
                say(client, "the beginning");
                assertThat(server.read(ByteBuffer.allocate(3))).isEqualTo(3);
                say(server, "403 with reason");
            }
            Future<String> upload = in(() -> send(client, 4));
            assertThat(readAll(client)).isEqualTo("403 with reason");
            assertThat(upload.get()).isNotEmpty();
        }
    }

    @Test
    void servesMoreConnectionsThanItHoldsAtOnce() throws Exception {
        int many = Switchboard.MOST_LINKS + 90;
        threads.execute(this::echo);
        List<SocketChannel> clients = new ArrayList<>();
        try (BridgeProcess bridge = BridgeProcess.to(socket)) {
            for (int i = 0; i < many; i++) {
                SocketChannel client = bridge.connect(0);
                clients.add(client);
                say(client, "number " + i);
            }
            for (int i = 0; i < many; i++) {
                clients.get(i).shutdownOutput();
                assertThat(readAll(clients.get(i))).isEqualTo("number " + i);
                clients.get(i).close();
            }
        } finally {
            for (SocketChannel client : clients) {
                client.close();
            }
        }
    }

    @Test
    void outlivesASocketThatIsNotThereAndSaysSoOnce() throws Exception {
        threads.execute(this::echo);
        try (BridgeProcess bridge = BridgeProcess.to(folder.resolve("none"), socket);
                BufferedReader err = bridge.process().errorReader(UTF_8)) {
            for (int i = 0; i < 20; i++) {
                try (SocketChannel client = bridge.connect(0)) {
                    assertThat(readAll(client)).isEmpty();
                }
            }
            assertThat(err.readLine())
                    .startsWith("bridge: cannot reach " + folder.resolve("none"))
                    .contains("No such file");
            try (SocketChannel client = bridge.connect(1)) {
                say(client, "still here");
                client.shutdownOutput();
                assertThat(readAll(client)).isEqualTo("still here");
            }
            bridge.process().toHandle().destroyForcibly();
            assertThat(err.lines().count()).as("more lines").isLessThanOrEqualTo(2);
        }
    }

    @Test
    void endsWithOneIfAPortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String route = taken.getLocalPort() + "=" + socket;
            assertEnd(1, "bridge: cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": Address", route);
        }
    }

    @Test
    void endsWithTwoIfTheArgumentsAreWrong() throws Exception {
        assertEnd(2, "bridge: nothing to do; usage: bridge PORT=SOCKETPATH...");
        assertEnd(2, "bridge: '99999=/x': the port must be a number", "0=/x", "99999=/x");
    }

    private static void assertEnd(int code, String message, String... arguments) throws Exception {
        Process process = BridgeProcess.start(arguments);
        try (BufferedReader err = process.errorReader(UTF_8)) {
            assertThat(err.lines()).singleElement().asString().startsWith(message);
        }
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(code);
        assertThat(process.inputReader(UTF_8).readLine()).isNull();
    }

    private <T> Future<T> in(Callable<T> task) {
        return threads.submit(task);
    }

    private void echo() {
        try {
            while (true) {
                SocketChannel server = gate.accept();
                threads.execute(() -> echo(server));
            }
        } catch (ClosedChannelException e) {
            return; // the test is over
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void echo(SocketChannel server) {
        try (server) {
            say(server, readAll(server));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void say(SocketChannel to, String text) throws IOException {
        to.write(ByteBuffer.wrap(text.getBytes(UTF_8)));
    }

    private static String readAll(SocketChannel from) throws IOException {
        InputStream in = Channels.newInputStream(from);
        return new String(in.readAllBytes(), UTF_8);
    }

    private static String send(SocketChannel to, long seed) throws Exception {
        return send(to, seed, new AtomicInteger());
    }

    /** Sends {@link #SIZE} random bytes and the end, or as much as the peer takes; returns their hash. */
    private static String send(SocketChannel to, long seed, AtomicInteger sent) throws Exception {
        Random random = new Random(seed);
        MessageDigest digest = sha256();
        byte[] bytes = new byte[10_007];
        OutputStream out = Channels.newOutputStream(to);
        try {
            while (sent.get() < SIZE) {
                random.nextBytes(bytes);
                int length = Math.min(bytes.length, SIZE - sent.get());
                out.write(bytes, 0, length);
                digest.update(bytes, 0, length);
                sent.addAndGet(length);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            digest.update((byte) 0); // the peer is gone: no hash that could match
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String digest(SocketChannel from) throws Exception {
        MessageDigest digest = sha256();
        ByteBuffer buffer = ByteBuffer.allocate(8192);
        while (from.read(buffer.clear()) >= 0) {
            digest.update(buffer.flip());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256");
    }
}
