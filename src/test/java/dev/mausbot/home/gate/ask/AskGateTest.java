package dev.mausbot.home.gate.ask;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.Listening;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AskGateTest {
    private static final Caller CALLER = new Caller("b1", "ada", "c1", "t1");

    @TempDir
    private Path folder;

    private final List<AuditEvent> audit = new CopyOnWriteArrayList<>();
    private final List<Waiting> asked = new CopyOnWriteArrayList<>();
    private Listening gate;

    /** A question that waits until the test answers. */
    private record Waiting(Caller caller, Question question, CompletableFuture<Answer> given, AtomicInteger withdrawn)
            implements Asked {
        @Override
        public CompletionStage<Answer> answer() {
            return given;
        }

        @Override
        public void withdraw() {
            withdrawn.incrementAndGet();
        }
    }

    @BeforeEach
    void open() {
        Asks asks = (caller, question) -> {
            if (question.id().equals("now")) {
                return Asked.answered(new Answer.Denied("no"));
            }
            Waiting waiting = new Waiting(caller, question, new CompletableFuture<>(), new AtomicInteger());
            asked.add(waiting);
            return waiting;
        };
        gate = new AskGate(asks, audit::add).open(socket(), CALLER);
    }

    @AfterEach
    void close() {
        gate.close();
    }

    private Path socket() {
        return folder.resolve("ask.sock");
    }

    private SocketChannel connect() throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(socket()));
    }

    private static void send(SocketChannel box, String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((line.replace('\'', '"') + "\n").getBytes(UTF_8));
        while (bytes.hasRemaining()) {
            box.write(bytes);
        }
    }

    private static String question(String id) {
        return "{'t':'ask','id':'" + id + "','kind':'permission','tool':'Bash','input':{},'use':''}";
    }

    private static BufferedReader reader(SocketChannel box) {
        return new BufferedReader(Channels.newReader(box, UTF_8));
    }

    private Waiting waiting(int index) {
        return await().until(() -> asked, list -> list.size() > index).get(index);
    }

    @Test
    void knowsWhoAsksByTheSocketAndTakesTheAnswerBack() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket())))
                .isEqualTo("rw-------");
        try (SocketChannel box = connect();
                BufferedReader answers = reader(box)) {
            send(box, question("1"));
            send(box, question("2"));
            assertThat(waiting(0).caller()).isEqualTo(CALLER);
            waiting(1).given().complete(new Answer.Allowed());
            assertThat(answers.readLine()).contains("\"id\":\"2\"", "\"allow\"");
            waiting(0).given().complete(new Answer.Denied("not now"));
            assertThat(answers.readLine()).contains("\"id\":\"1\"", "\"deny\"", "not now");
            send(box, question("now"));
            assertThat(answers.readLine()).contains("\"id\":\"now\"", "\"deny\"");
        }
        assertThat(asked).allSatisfy(one -> assertThat(one.withdrawn()).hasValue(0));
        assertThat(audit).isEmpty();
    }

    @Test
    void withdrawsWhatTheAskerTakesBackOrLeaves() throws Exception {
        try (SocketChannel box = connect()) {
            send(box, question("1"));
            send(box, question("2"));
            waiting(1);
            send(box, "{'t':'withdraw','id':'1'}");
            await().untilAsserted(() -> assertThat(waiting(0).withdrawn()).hasValue(1));
            assertThat(waiting(1).withdrawn()).hasValue(0);
        }
        await().untilAsserted(() -> assertThat(waiting(1).withdrawn()).hasValue(1));
    }

    @Test
    void withdrawsEverythingWhenTheBoxEnds() throws Exception {
        try (SocketChannel box = connect()) {
            send(box, question("1"));
            waiting(0);
            gate.close();
            assertThat(waiting(0).withdrawn()).hasValue(1);
            assertThat(reader(box).readLine()).isNull();
            assertThat(socket()).doesNotExist();
            assertThatThrownBy(this::connect).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "{}", "{'t':'ask','id':'1','id':'2'}"})
    void aLineThatIsNoneEndsItsConnectionOnly(String line) throws Exception {
        try (SocketChannel other = connect();
                SocketChannel box = connect()) {
            send(other, question("other"));
            waiting(0);
            send(box, question("mine"));
            waiting(1);
            send(box, line);
            assertThat(reader(box).readLine()).isNull();
            await().untilAsserted(() -> assertThat(waiting(1).withdrawn()).hasValue(1));
            assertThat(waiting(0).withdrawn()).hasValue(0);
            await().untilAsserted(() ->
                    assertThat(audit).containsExactly(new AuditEvent.AskRefused("b1", "ada", "malformed")));
        }
    }

    @Test
    void aLineThatDoesNotEndIsNotReadOn() throws Exception {
        try (SocketChannel box = connect()) {
            // What is left unread makes the kernel reset the connection under the writer.
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1000; i++) {
                            box.write(ByteBuffer.wrap("x".repeat(64 * 1024).getBytes(UTF_8)));
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        await().untilAsserted(
                        () -> assertThat(audit).containsExactly(new AuditEvent.AskRefused("b1", "ada", "too-long")));
    }

    @Test
    void aQuestionMayFillTheWholeLine() throws Exception {
        try (SocketChannel box = connect()) {
            String frame = question("1").replace("{}", "{'a':''}");
            send(box, frame.replace("''},", "'" + "x".repeat(AskLine.LONGEST - frame.length()) + "'},"));
            assertThat(waiting(0).question().id()).isEqualTo("1");
        }
    }

    @Test
    void opensOnlySoManyConnections() throws Exception {
        List<SocketChannel> all = new ArrayList<>();
        try {
            for (int i = 0; i < BoxAsks.MOST_CONNECTIONS; i++) {
                all.add(connect());
                send(all.getLast(), question("q" + i));
                waiting(i);
            }
            try (SocketChannel oneMore = connect()) {
                assertThat(reader(oneMore).readLine()).isNull();
            }
            await().untilAsserted(() ->
                    assertThat(audit).containsExactly(new AuditEvent.AskRefused("b1", "ada", "too-many-connections")));
        } finally {
            for (SocketChannel one : all) {
                one.close();
            }
        }
    }

    @Test
    void takesNoSecondBoxOnOneSocket() {
        assertThatThrownBy(() -> AskGate.toNobody().open(socket(), CALLER)).isInstanceOf(IllegalStateException.class);
    }
}
