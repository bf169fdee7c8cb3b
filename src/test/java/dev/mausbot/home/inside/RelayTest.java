package dev.mausbot.home.inside;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bridge's relay half, as a process, against a server's side that is played by hand. */
@Timeout(60)
class RelayTest {
    private final ServerSocketChannel server;
    private Path folder = Path.of("/");
    private Path socket = Path.of("/");

    RelayTest() throws IOException {
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    }

    @BeforeEach
    void listen() throws IOException {
        folder = Files.createTempDirectory("rb");
        socket = folder.resolve("s");
        server.bind(UnixDomainSocketAddress.of(socket));
    }

    @AfterEach
    void clean() throws IOException {
        server.close();
        Files.deleteIfExists(socket);
        Files.delete(folder);
    }

    private BridgeProcess bridge() throws IOException {
        Process process = BridgeProcess.start("relay=" + socket);
        assertThat(process.inputReader(UTF_8).readLine()).isEqualTo("ready");
        return new BridgeProcess(process, java.util.List.of());
    }

    private static void say(SocketChannel to, String text) throws IOException {
        to.write(ByteBuffer.wrap(text.getBytes(US_ASCII)));
    }

    private static String hear(SocketChannel from, int bytes) throws IOException {
        return new String(Channels.newInputStream(from).readNBytes(bytes), US_ASCII);
    }

    /** A hang-up on words that were not read to their end is a reset. */
    private static String heardBeforeHangUp(SocketChannel from) throws IOException {
        try {
            return hear(from, 9);
        } catch (SocketException reset) {
            return "";
        }
    }

    private static String line(int port) {
        return String.format(Locale.ROOT, "connect %05d\n", port);
    }

    /** Answers one question with its own words turned round. */
    private static CompletableFuture<Void> listener(ServerSocket listener) {
        return CompletableFuture.runAsync(
                () -> {
                    try (Socket client = listener.accept()) {
                        byte[] question = client.getInputStream().readNBytes(5);
                        client.getOutputStream()
                                .write(new StringBuilder(new String(question, US_ASCII))
                                        .reverse()
                                        .toString()
                                        .getBytes(US_ASCII));
                    } catch (IOException failed) {
                        throw new UncheckedIOException(failed);
                    }
                },
                Thread::startVirtualThread);
    }

    @ParameterizedTest(name = "on {0}")
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void connectsToThePortThatTheServerNames(String address) throws Exception {
        try (BridgeProcess bridge = bridge();
                ServerSocket listener = new ServerSocket(0, 1, InetAddress.ofLiteral(address));
                SocketChannel call = server.accept()) {
            CompletableFuture<Void> answered = listener(listener);
            say(call, line(listener.getLocalPort()));
            assertThat(hear(call, 3)).isEqualTo("ok\n");
            say(call, "hello");
            assertThat(hear(call, 100)).isEqualTo("olleh");
            answered.join();
            assertThat(bridge.process().isAlive()).isTrue();
        }
    }

    @Test
    void keepsOneConnectionWaitingAndNoMore() throws Exception {
        int free;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = closed.getLocalPort();
        }
        try (BridgeProcess _ = bridge()) {
            for (int i = 0; i < 5; i++) {
                try (SocketChannel call = server.accept()) {
                    server.configureBlocking(false);
                    assertThat(server.accept()).as("a second one").isNull();
                    server.configureBlocking(true);
                    say(call, line(free));
                    assertThat(hear(call, 9)).isEqualTo("refused\n");
                }
            }
        }
    }

    /** While one call is under way, the next connection waits already. */
    @Test
    void dialsAgainAtOnce() throws Exception {
        try (BridgeProcess _ = bridge();
                ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                SocketChannel first = server.accept()) {
            say(first, line(listener.getLocalPort()));
            assertThat(hear(first, 3)).isEqualTo("ok\n");
            CompletableFuture<Void> answered = listener(listener);
            try (SocketChannel second = server.accept()) {
                say(first, "hello");
                assertThat(hear(first, 100)).isEqualTo("olleh");
                answered.join();
                say(second, line(listener.getLocalPort()));
                assertThat(hear(second, 3)).isEqualTo("ok\n");
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "connect 00000\n",
                "connect 65536\n",
                "connect 99999\n",
                "connect 8085\n\n",
                "connect +8085\n",
                "connect  8085\n",
                "CONNECT 08085\n",
                "connect 08085\r",
                "GET / HTTP/1.1\n",
                "con"
            })
    void hangsUpOnAnythingElse(String line) throws Exception {
        try (BridgeProcess _ = bridge();
                SocketChannel call = server.accept()) {
            say(call, line);
            call.shutdownOutput();
            assertThat(heardBeforeHangUp(call)).isEmpty();
            server.accept().close(); // and dials again
        }
    }

    @Test
    void dialsAgainWhenTheServerHasHungUp() throws Exception {
        try (BridgeProcess _ = bridge()) {
            server.accept().close();
            server.accept().close();
        }
    }

    @Test
    void refusesARelayWithoutAPath() throws Exception {
        Process process = BridgeProcess.start("relay=s");
        assertThat(process.errorReader(UTF_8).readLine()).contains("must be absolute");
        assertThat(process.waitFor()).isEqualTo(2);
    }
}
