package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Named.named;

import dev.mausbot.home.box.BoxTools.Bridging;
import dev.mausbot.home.box.LaunchPlan;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * 64 MiB out of a box and into it, through bridge and gate, to a reader that does not read at first. What was sent by
 * then is what all of bridge, gate and kernel hold: it must be bounded, and afterwards every byte must be there.
 */
class TransferTest {
    private static final int SIZE = 64 * 1024 * 1024;
    private static final int CHUNK = 64 * 1024;
    private static final long HELD_AT_MOST = 24L * 1024 * 1024;
    private static final String NAME = "bytes.example.com";
    private static final String ADDRESS = "93.184.216.34";

    static Stream<Arguments> ways() {
        return Stream.of(
                Arguments.of(named("socat", LaunchHouse.SOCAT), named("a plain request", "")),
                Arguments.of(named("socat", LaunchHouse.SOCAT), named("a tunnel", "--proxytunnel")),
                Arguments.of(named("our own bridge", LaunchHouse.OWN), named("a plain request", "")),
                Arguments.of(named("our own bridge", LaunchHouse.OWN), named("a tunnel", "--proxytunnel")));
    }

    @ParameterizedTest(name = "through {0} and {1}")
    @MethodSource("ways")
    void comesIntoABoxWhole(Bridging bridging, String option) throws Exception {
        AtomicLong sent = new AtomicLong();
        try (LaunchHouse house = LaunchHouse.open(bridging);
                ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> expected = async(() -> serveBytes(server, sent));
            try (BoxedRun run = house.start(curl(house, server, option, LaunchPlan.Input.CLOSED_AFTER_PROMPT))) {
                assertStalls(sent);
                String hash = hash(run.output());
                assertThat(hash).isEqualTo(expected.get(60, TimeUnit.SECONDS));
                assertThat(sent).hasValue(SIZE);
                assertThat(run.end().get(10, TimeUnit.SECONDS).exitCode()).isZero();
            }
        }
    }

    @ParameterizedTest(name = "through {0} and {1}")
    @MethodSource("ways")
    void comesOutOfABoxWhole(Bridging bridging, String option) throws Exception {
        AtomicLong sent = new AtomicLong();
        CompletableFuture<Void> mayRead = new CompletableFuture<>();
        try (LaunchHouse house = LaunchHouse.open(bridging);
                ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> received = async(() -> takeBytes(server, mayRead));
            LaunchPlan plan = curl(house, server, option + " -H 'Expect:' -T -", LaunchPlan.Input.KEPT_OPEN);
            try (BoxedRun run = house.start(plan)) {
                CompletableFuture<String> expected = async(() -> {
                    try (OutputStream input = run.input()) {
                        return send(input, sent);
                    }
                });
                assertStalls(sent);
                mayRead.complete(null);
                assertThat(received.get(60, TimeUnit.SECONDS)).isEqualTo(expected.get(60, TimeUnit.SECONDS));
                assertThat(sent).hasValue(SIZE);
                assertThat(Outcome.of(run).succeeded().output()).isEqualTo("thanks");
            }
        }
    }

    private static LaunchPlan curl(LaunchHouse house, ServerSocket server, String options, LaunchPlan.Input input) {
        house.name(NAME, ADDRESS)
                .serve(ADDRESS, 80, new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()));
        return LaunchHouse.plan(
                "exec curl -sS %s http://%s/".formatted(options, NAME), Map.of(), "", input, Optional.empty());
    }

    /** Nothing more is taken for a while, long before all has been taken. */
    private static void assertStalls(AtomicLong sent) {
        long[] before = {0};
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(400))
                .until(() -> {
                    long last = before[0];
                    before[0] = sent.get();
                    return last > 0 && before[0] == last;
                });
        assertThat(sent.get()).isLessThan(HELD_AT_MOST);
    }

    private static String serveBytes(ServerSocket server, AtomicLong sent) throws Exception {
        try (Socket socket = server.accept()) {
            readHead(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + SIZE + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            return send(out, sent);
        }
    }

    private static String takeBytes(ServerSocket server, CompletableFuture<Void> mayRead) throws Exception {
        try (Socket socket = server.accept()) {
            InputStream in = socket.getInputStream();
            readHead(in);
            mayRead.get(60, TimeUnit.SECONDS);
            String hash = hash(new Chunked(in));
            socket.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nthanks".getBytes(StandardCharsets.US_ASCII));
            return hash;
        }
    }

    private static void readHead(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
    }

    /** Sends bytes that no two parts of are alike; their hash. */
    private static String send(OutputStream out, AtomicLong sent) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        Random random = new Random(sent.hashCode());
        byte[] chunk = new byte[CHUNK];
        for (int i = 0; i < SIZE / CHUNK; i++) {
            random.nextBytes(chunk);
            digest.update(chunk);
            out.write(chunk);
            sent.addAndGet(CHUNK);
        }
        out.flush();
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String hash(InputStream in) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        byte[] buffer = new byte[CHUNK];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            digest.update(buffer, 0, read);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static <T> CompletableFuture<T> async(Callable<T> work) {
        CompletableFuture<T> done = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                done.complete(work.call());
            } catch (Exception failed) {
                done.completeExceptionally(failed);
            }
        });
        return done;
    }

    /** The body of a chunked request (RFC 9112 section 7.1), as curl sends one of unknown length. */
    private static final class Chunked extends InputStream {
        private final InputStream in;
        private int left;
        private boolean begun;
        private boolean over;

        Chunked(InputStream in) {
            this.in = new java.io.BufferedInputStream(in, CHUNK);
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0) {
                    throw new IOException("the body ended before its last chunk");
                }
                line.append((char) next);
            }
            return line.toString().strip();
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("read in chunks");
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (left == 0 && !over) {
                if (begun) {
                    line();
                }
                begun = true;
                left = Integer.parseInt(line(), 16);
                if (left == 0) {
                    over = true;
                    line();
                }
            }
            if (over) {
                return -1;
            }
            int read = in.read(buffer, offset, Math.min(length, left));
            if (read < 0) {
                throw new IOException("the body ended within a chunk");
            }
            left -= read;
            return read;
        }
    }
}
