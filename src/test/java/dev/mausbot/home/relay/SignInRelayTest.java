package dev.mausbot.home.relay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.Listening;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The relay against boxes' sides that do as they like, on real sockets. */
@Timeout(60)
class SignInRelayTest {
    private static final Caller ADA = new Caller("box1", "ada", "c1", "t1");
    private static final Caller BOB = new Caller("box2", "bob", "c2", "t2");
    private static final String HTTP = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsigned in";
    private static final SignInAnswer SIGNED_IN = new SignInAnswer.Answered(200, "signed in");
    private static final Duration PATIENCE = Duration.ofMillis(600);

    private final List<AuditEvent> events = new CopyOnWriteArrayList<>();
    private final SignInRelay relay = new SignInRelay(events::add, Set.of(3128), PATIENCE);
    private final List<Listening> open = new ArrayList<>();
    private Path folder = Path.of("/");

    @BeforeEach
    void folder() throws IOException {
        folder = Files.createTempDirectory("rl");
    }

    @AfterEach
    void clean() throws IOException {
        open.forEach(Listening::close);
        Files.delete(folder); // so every socket is gone
    }

    private Path open(Caller caller) {
        Path socket = folder.resolve(caller.box());
        open.add(relay.open(socket, caller));
        return socket;
    }

    private static SocketChannel dial(Path socket) {
        try {
            return SocketChannel.open(UnixDomainSocketAddress.of(socket));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void say(SocketChannel to, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(US_ASCII));
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
    }

    private static String hear(SocketChannel from, int bytes) throws IOException {
        InputStream in = Channels.newInputStream(from);
        return new String(in.readNBytes(bytes), US_ASCII);
    }

    private CompletableFuture<SignInAnswer> send(Caller caller, String url) {
        LoopbackUrl read = ((LoopbackUrl.Read.Loopback) LoopbackUrl.read(url)).url();
        return relay.send(caller.turn(), read).toCompletableFuture();
    }

    /** Sends as soon as a connection waits; accepting one takes a moment. */
    private CompletableFuture<SignInAnswer> sendWhenOneWaits(Caller caller) {
        return await().until(
                        () -> send(caller, "http://127.0.0.1:8085/cb?code=x"),
                        sent -> !sent.isDone() || !(sent.join() instanceof SignInAnswer.NothingWaits));
    }

    private static SignInAnswer answer(CompletableFuture<SignInAnswer> sent) throws Exception {
        return sent.get(10, TimeUnit.SECONDS);
    }

    @Test
    void writesPortAndRequestAndNothingElse() throws Exception {
        try (SocketChannel box = dial(open(ADA))) {
            CompletableFuture<SignInAnswer> sent = sendWhenOneWaits(ADA);
            assertThat(hear(box, 14)).isEqualTo("connect 08085\n");
            say(box, "ok\n" + HTTP);
            assertThat(answer(sent)).isEqualTo(SIGNED_IN);
            assertThat(hear(box, 8192))
                    .isEqualTo("GET /cb?code=x HTTP/1.1\r\nHost: 127.0.0.1:8085\r\nConnection: close\r\n\r\n");
        }
        assertThat(events).last().isEqualTo(new AuditEvent.SignInSent("box1", "ada", "c1", "t1", 8085, "answered 200"));
    }

    @Test
    void saysThatNothingListens() throws Exception {
        try (SocketChannel box = dial(open(ADA))) {
            CompletableFuture<SignInAnswer> sent = sendWhenOneWaits(ADA);
            hear(box, 14);
            say(box, "refused\n");
            assertThat(answer(sent)).isEqualTo(new SignInAnswer.NothingListens(8085));
            assertThat(hear(box, 1)).as("no request is sent").isEmpty();
        }
    }

    @Test
    void sendsNothingToTheBoxsOwnGates() throws Exception {
        try (SocketChannel box = dial(open(ADA))) {
            assertThat(answer(send(ADA, "http://127.0.0.1:3128/"))).isEqualTo(new SignInAnswer.NothingListens(3128));
            CompletableFuture<SignInAnswer> sent = sendWhenOneWaits(ADA);
            assertThat(hear(box, 14)).isEqualTo("connect 08085\n");
            assertThat(answer(sent)).isInstanceOf(SignInAnswer.TooLate.class);
        }
    }

    @Test
    void knowsWhenNobodyIsThere() throws Exception {
        assertThat(answer(send(ADA, "http://127.0.0.1:1/"))).isEqualTo(new SignInAnswer.NoRelay());
        Path socket = open(ADA);
        assertThat(answer(send(ADA, "http://127.0.0.1:1/"))).isEqualTo(new SignInAnswer.NothingWaits());
        dial(socket).close();
        assertThat(answer(send(ADA, "http://127.0.0.1:1/"))).isEqualTo(new SignInAnswer.NothingWaits());
        open.getLast().close();
        assertThat(answer(send(ADA, "http://127.0.0.1:1/"))).isEqualTo(new SignInAnswer.NoRelay());
        assertThat(socket).doesNotExist();
    }

    @ParameterizedTest(name = "after the port: {0}")
    @ValueSource(
            strings = {
                "no\n",
                "OK\n",
                "ok\r\n" + HTTP,
                "refused",
                "refused ",
                "HTTP/1.1 200 OK\r\n\r\n",
                "ok\n",
                "ok\nHTTP/1.1 200 OK\r\n",
                "ok\nSSH-2.0-OpenSSH_9\r\n",
                "o",
                "connect 00022\n",
            })
    void takesNoGarbage(String garbage) throws Exception {
        try (SocketChannel box = dial(open(ADA))) {
            CompletableFuture<SignInAnswer> sent = sendWhenOneWaits(ADA);
            hear(box, 14);
            say(box, garbage);
            box.shutdownOutput();
            assertThat(answer(sent)).isEqualTo(new SignInAnswer.Garbled());
        }
    }

    @ParameterizedTest(name = "and says: {0}")
    @ValueSource(strings = {"", "ok\n", "ok\nHTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsig", "refu"})
    void waitsNoLongerThanItHasPatience(String said) throws Exception {
        try (SocketChannel box = dial(open(ADA))) {
            CompletableFuture<SignInAnswer> sent = sendWhenOneWaits(ADA);
            hear(box, 14);
            say(box, said);
            assertThat(answer(sent)).isEqualTo(new SignInAnswer.TooLate());
            hear(box, 8192);
            assertThat(hear(box, 1)).as("the connection is closed").isEmpty();
        }
    }

    /** A byte now and then keeps nothing open. */
    @Test
    void isNotHeldOpenByATrickle() throws Exception {
        try (SocketChannel box = dial(open(ADA))) {
            CompletableFuture<SignInAnswer> sent = sendWhenOneWaits(ADA);
            hear(box, 14);
            say(box, "ok\nHTTP/1.1 200 OK\r\n");
            Thread trickle = Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        say(box, "A: b\r\n");
                        Thread.sleep(20);
                    }
                } catch (IOException | InterruptedException ended) {
                    return; // closed, as it must be
                }
            });
            assertThat(answer(sent)).isEqualTo(new SignInAnswer.TooLate());
            assertThat(trickle.join(Duration.ofSeconds(5))).isTrue();
        }
    }

    /** Nothing that comes before the server's word is read: the kernel's buffer fills, and the box waits. */
    @Test
    void readsNothingBeforeItHasSpoken() throws Exception {
        try (SocketChannel box = dial(open(ADA))) {
            box.configureBlocking(false);
            ByteBuffer flood = ByteBuffer.allocate(64 * 1024);
            long taken = 0;
            for (int written = box.write(flood.clear()); written > 0; written = box.write(flood.clear())) {
                taken += written;
            }
            assertThat(taken).as("what the kernel takes").isBetween(1L, 4L << 20);
            await().during(Duration.ofMillis(300)).until(() -> box.write(flood.clear()) == 0);
            box.configureBlocking(true);
            assertThat(answer(sendWhenOneWaits(ADA))).isEqualTo(new SignInAnswer.Garbled());
        }
    }

    @Test
    void readsNoMoreOfAnAnswerThanItShows() throws Exception {
        try (SocketChannel box = dial(open(ADA))) {
            CompletableFuture<SignInAnswer> sent = sendWhenOneWaits(ADA);
            hear(box, 14);
            say(box, "ok\nHTTP/1.1 200 OK\r\n\r\n");
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> {
                for (int i = 0; i < 64; i++) {
                    say(box, "x".repeat(1 << 20));
                }
            });
            assertThat(answer(sent))
                    .isInstanceOfSatisfying(
                            SignInAnswer.Answered.class,
                            answered -> assertThat(answered.text()).hasSizeLessThan(600));
        }
    }

    @Test
    void keepsOneOfAThousandConnections() throws Exception {
        Path socket = open(ADA);
        List<SocketChannel> flood = new ArrayList<>();
        try {
            for (int i = 0; i < 1000; i++) {
                flood.add(dial(socket));
            }
            SocketChannel last = flood.removeLast();
            for (SocketChannel older : flood) {
                assertThat(hear(older, 1)).as("closed").isEmpty();
            }
            CompletableFuture<SignInAnswer> sent = sendWhenOneWaits(ADA);
            assertThat(hear(last, 14)).isEqualTo("connect 08085\n");
            say(last, "ok\n" + HTTP);
            assertThat(answer(sent)).isEqualTo(SIGNED_IN);
            last.close();
        } finally {
            for (SocketChannel one : flood) {
                one.close();
            }
        }
    }

    @Test
    void doesNotMixBoxes() throws Exception {
        try (SocketChannel ada = dial(open(ADA));
                SocketChannel bob = dial(open(BOB))) {
            CompletableFuture<SignInAnswer> sent = sendWhenOneWaits(BOB);
            assertThat(hear(bob, 14)).isEqualTo("connect 08085\n");
            say(bob, "ok\n" + HTTP);
            assertThat(answer(sent)).isEqualTo(SIGNED_IN);
            ada.configureBlocking(false);
            assertThat(ada.read(ByteBuffer.allocate(1)))
                    .as("nothing, and still open")
                    .isZero();
        }
    }

    @Test
    void endsWhatIsUnderWayWithTheBox() throws Exception {
        try (SocketChannel box = dial(open(ADA))) {
            CompletableFuture<SignInAnswer> sent = sendWhenOneWaits(ADA);
            hear(box, 14);
            say(box, "ok\n");
            hear(box, "GET".length());
            open.getLast().close();
            assertThat(answer(sent)).isEqualTo(new SignInAnswer.Garbled());
        }
    }

    @Test
    void hasOneSocketOfItsOwnForEachBox() throws Exception {
        Path socket = open(ADA);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                .isEqualTo("rw-------");
        assertThatIllegalStateException().isThrownBy(() -> relay.open(socket, BOB));
        assertThatIllegalStateException().isThrownBy(() -> relay.open(folder.resolve("other"), ADA));
        assertThat(folder.resolve("other")).doesNotExist();
        assertThat(answer(send(BOB, "http://127.0.0.1:1/"))).isEqualTo(new SignInAnswer.NoRelay());
    }
}
