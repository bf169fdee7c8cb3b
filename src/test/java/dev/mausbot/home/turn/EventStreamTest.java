package dev.mausbot.home.turn;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.TempHome;
import dev.mausbot.home.auth.Owner;
import dev.mausbot.home.auth.session.Session;
import dev.mausbot.home.auth.session.Sessions;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.http.HttpServer;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TempHome.class)
class EventStreamTest {
    @Inject
    HttpServer server;

    @Inject
    Owner owner;

    @Inject
    Sessions sessions;

    @Inject
    TurnFixture fixture;

    @Inject
    Turns turns;

    @Inject
    Feeds feeds;

    private Socket ask(String turn, long after) throws IOException {
        return ask(turn, after, owner.token());
    }

    private Socket ask(String turn, long after, String token) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), server.getPort()));
        socket.getOutputStream()
                .write(("GET /api/turns/" + turn + "/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                                + token + "\r\nLast-Event-ID: " + after + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** The ids that come, up to one of them or to the end of the stream. */
    private List<Long> read(String turn, long after, long upTo) {
        List<Long> ids = new ArrayList<>();
        try (Socket socket = ask(turn, after)) {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    ids.add(Long.parseLong(line.substring(4)));
                    if (ids.getLast() == upTo) {
                        return ids;
                    }
                } else if (line.equals("event: ended")) {
                    return ids;
                }
            }
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
        return ids;
    }

    private static List<Long> ids(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void anyNumberOfReadersGetEveryEventOnce() {
        String conversation = fixture.conversation("script");
        Turn turn = fixture.submit(
                turns, conversation, "for i in $(seq 40); do echo text:$i; sleep 0.07; done\n" + TurnFixture.WAIT);
        List<CompletableFuture<List<Long>>> readers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            readers.add(CompletableFuture.supplyAsync(() -> read(turn.id(), 0, -1), Thread::startVirtualThread));
        }
        List<Long> first = read(turn.id(), 0, 5);
        assertThat(first).isEqualTo(ids(1, 5));
        List<Long> again = read(turn.id(), 5, 12);
        assertThat(again).isEqualTo(ids(6, 12));
        fixture.go(conversation);
        fixture.untilOver(turn.id());
        long last = fixture.shop().store().lastEvent(turn.id());
        assertThat(read(turn.id(), 12, -1)).isEqualTo(ids(13, last));
        assertThat(readers).allSatisfy(reader -> assertThat(reader.join()).isEqualTo(ids(1, last)));
        await().until(() -> feeds.listeners() == 0);
    }

    /** A browser's first request of a stream takes no header; what it comes back with counts more. */
    @Test
    void aPageBeginsAfterTheLastEventThatIsInIt() {
        Turn turn = fixture.submit(turns, fixture.conversation("script"), "echo text:hi");
        fixture.untilOver(turn.id());
        long last = fixture.shop().store().lastEvent(turn.id());
        assertThat(idsOf(request().queryParam("after", 1), turn)).isEqualTo(ids(2, last));
        assertThat(idsOf(request().queryParam("after", 1).header("Last-Event-ID", last - 1), turn))
                .isEqualTo(ids(last, last));
        request()
                .queryParam("after", "x")
                .get("/api/turns/" + turn.id() + "/events")
                .then()
                .statusCode(400);
    }

    private RequestSpecification request() {
        return given().header("Authorization", "Bearer " + owner.token());
    }

    private static List<Long> idsOf(RequestSpecification request, Turn turn) {
        return request.get("/api/turns/" + turn.id() + "/events")
                .asString()
                .lines()
                .filter(line -> line.startsWith("id: "))
                .map(line -> Long.parseLong(line.substring(4)))
                .toList();
    }

    @Test
    void aReaderThatWaitsForAQueuedTurnSeesItRun() {
        String conversation = fixture.conversation("script");
        fixture.submit(turns, conversation, TurnFixture.WAIT);
        Turn second = fixture.submit(turns, conversation, "echo text:hi");
        CompletableFuture<List<Long>> reader =
                CompletableFuture.supplyAsync(() -> read(second.id(), 0, -1), Thread::startVirtualThread);
        await().until(() -> feeds.listeners() > 0);
        fixture.go(conversation);
        assertThat(reader.join()).hasSize(4);
    }

    /** It takes nothing while 24 MB are stored: it must be cut, and the server must not have kept them for it. */
    @Test
    void aReaderThatTakesNothingIsCut() throws IOException {
        String conversation = fixture.conversation("script");
        Turn turn = fixture.submit(
                turns,
                conversation,
                "sleep 1; head -c 24000000 /dev/zero | tr '\\0' x | fold -w 1000\n" + TurnFixture.WAIT);
        try (Socket stalled = ask(turn.id(), 0)) {
            await().until(() -> feeds.listeners() > 0);
            await().atMost(TurnFixture.PATIENCE).until(() -> feeds.listeners() == 0);
            assertThat(turns.find(turn.id()).orElseThrow().state()).isEqualTo(TurnState.RUNNING);
            assertThat(drained(stalled)).isLessThan(12_000_000);
        }
        fixture.go(conversation);
        fixture.untilOver(turn.id());
        long last = fixture.shop().store().lastEvent(turn.id());
        assertThat(read(turn.id(), 0, -1)).as("and may come back").isEqualTo(ids(1, last));
    }

    @Test
    void aReaderWhoseSessionEndsIsCut() throws IOException {
        String conversation = fixture.conversation("script");
        Turn turn = fixture.submit(turns, conversation, TurnFixture.WAIT);
        Sessions.Started started = sessions.start(Session.Kind.BEARER, "lost", "127.0.0.1");
        try (Socket reader = ask(turn.id(), 0, started.token().reveal())) {
            await().until(() -> feeds.listeners() > 0);
            sessions.end(started.session().id(), Sessions.End.REVOKED);
            assertThat(drained(reader)).isPositive();
            await().until(() -> feeds.listeners() == 0);
            assertThat(turns.find(turn.id()).orElseThrow().state()).isEqualTo(TurnState.RUNNING);
        }
        fixture.go(conversation);
        fixture.untilOver(turn.id());
    }

    private static long drained(Socket socket) throws IOException {
        byte[] buffer = new byte[65536];
        long sum = 0;
        try {
            for (int read = socket.getInputStream().read(buffer);
                    read >= 0;
                    read = socket.getInputStream().read(buffer)) {
                sum += read;
            }
        } catch (SocketException reset) {
            // Cut by a reset: what was on its way is gone.
            assertThat(reset).hasMessageContaining("reset");
        }
        return sum;
    }
}
