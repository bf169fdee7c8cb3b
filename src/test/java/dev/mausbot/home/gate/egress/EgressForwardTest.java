package dev.mausbot.home.gate.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.audit.AuditEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

// CRLF line ends are what these texts are about; a text block has none.
@SuppressWarnings("StringConcatToTextBlock")
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EgressForwardTest {
    private static final String PUBLIC = "93.184.216.34";

    private EgressFixture gate;

    @BeforeEach
    void open() throws IOException {
        gate = new EgressFixture().name("site.example.com", PUBLIC).name("other.example.com", "1.1.1.1");
    }

    @AfterEach
    void close() throws IOException {
        gate.close();
    }

    @Test
    void forwardsARequestInOriginFormWithItsHostUnchanged() throws IOException {
        try (Origin origin = Origin.saying("hello");
                RawClient client = gate.serve(PUBLIC, 80, origin).connect()) {
            var response = client.get("http://site.example.com/a?b=c", "Site.Example.com");

            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body()).isEqualTo("hello");
            assertThat(origin.heads()).containsExactly("GET /a?b=c HTTP/1.1\r\nHost: Site.Example.com\r\n\r\n");
            assertThat(gate.decisions()).containsExactly("site.example.com:80 allowed public");
        }
        await().untilAsserted(() -> assertThat(gate.events(AuditEvent.EgressClosed.class))
                .singleElement()
                .satisfies(closed -> {
                    assertThat(closed.host()).isEqualTo("site.example.com");
                    assertThat(closed.bytesUp()).isEqualTo(47);
                    assertThat(closed.bytesDown()).isEqualTo(43);
                    assertThat(closed.box()).isEqualTo("box-1");
                    assertThat(closed.bot()).isEqualTo("bot-1");
                }));
    }

    @Test
    void keepsTheConnectionToTheOriginForFurtherRequests() throws IOException {
        try (Origin origin = Origin.saying("hello");
                RawClient client = gate.serve(PUBLIC, 80, origin).connect()) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.get("http://site.example.com/" + i, "site.example.com")
                                .body())
                        .isEqualTo("hello");
            }
            assertThat(origin.connections()).isEqualTo(1);
            assertThat(gate.lookups()).hasSize(1);
        }
    }

    @Test
    void decidesAboutTheSecondRequestOfAConnectionAnew() throws IOException {
        try (Origin origin = Origin.saying("hello");
                Origin second = Origin.saying("second");
                RawClient client = gate.serve(PUBLIC, 80, origin)
                        .serve("1.1.1.1", 80, second)
                        .connect()) {
            gate.name("inner.example.com", "10.0.0.1");
            assertThat(client.get("http://site.example.com/", "site.example.com")
                            .body())
                    .isEqualTo("hello");

            var refused = client.get("http://inner.example.com/", "inner.example.com");
            var allowed = client.get("http://other.example.com/", "other.example.com");

            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.isGates()).isTrue();
            assertThat(allowed.body()).isEqualTo("second");
        }
    }

    @Test
    void answersRequestsSentAheadInTheirOrderEachDecided() throws IOException {
        try (Origin origin = Origin.saying("one");
                Origin second = Origin.saying("two");
                RawClient client = gate.serve(PUBLIC, 80, origin)
                        .serve("1.1.1.1", 80, second)
                        .connect()) {
            client.send("GET http://site.example.com/ HTTP/1.1\r\nHost: site.example.com\r\n\r\n"
                    + "GET http://127.0.0.1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                    + "GET http://other.example.com/ HTTP/1.1\r\nHost: other.example.com\r\n\r\n");

            assertThat(client.readResponse().body()).isEqualTo("one");
            assertThat(client.readResponse().body()).contains("loopback");
            assertThat(client.readResponse().body()).isEqualTo("two");
        }
    }

    @Test
    void refusalNamesHostAndClassButNoAddressAndLeavesTheConnectionUsable() throws IOException {
        try (Origin origin = Origin.saying("hello");
                RawClient client = gate.serve(PUBLIC, 80, origin).connect()) {
            gate.name("inner.example.com", "10.77.66.55");

            var refused = client.get("http://inner.example.com:8080/", "inner.example.com:8080");

            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.isGates()).isTrue();
            assertThat(refused.head()).contains("\r\nContent-Type: text/plain");
            assertThat(refused.body())
                    .contains("inner.example.com", "8080", "private_range")
                    .doesNotContain("10.77");
            assertThat(client.get("http://site.example.com/", "site.example.com")
                            .body())
                    .isEqualTo("hello");
            assertThat(gate.decisions()).first().isEqualTo("inner.example.com:8080 refused private_range");
        }
    }

    @Test
    void refusalOfAHeadRequestHasNoBody() throws IOException {
        try (RawClient client = gate.connect()) {
            client.send("HEAD http://10.0.0.1/ HTTP/1.1\r\nHost: 10.0.0.1\r\n\r\n"
                    + "HEAD http://10.0.0.2/ HTTP/1.1\r\nHost: 10.0.0.2\r\nConnection: close\r\n\r\n");

            assertThat(client.readHead()).startsWith("HTTP/1.1 403 ");
            assertThat(client.readHead()).startsWith("HTTP/1.1 403 ");
            assertThat(client.readAll()).isEmpty();
        }
    }

    @Test
    void hopByHopAndProxyHeadersNeverReachTheOrigin() throws IOException {
        try (Origin origin = Origin.saying("hello");
                RawClient client = gate.serve(PUBLIC, 80, origin).connect()) {
            client.send("GET http://site.example.com/ HTTP/1.1\r\nHost: site.example.com\r\n"
                    + "Connection: keep-alive, X-Secret-Hop\r\nX-Secret-Hop: 1\r\nKeep-Alive: 5\r\nTE: trailers\r\n"
                    + "Trailer: x\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nProxy-Authorization: Basic eA==\r\n"
                    + "Proxy-Connection: keep-alive\r\nVia: 1.1 me\r\nX-Forwarded-For: 1.2.3.4\r\nForwarded: for=x\r\n"
                    + "X-Upstream-Https-Proxy: evil:1\r\nX-Omb-Gate: egress\r\nX-Kept: \tyes \r\n\r\n");

            assertThat(client.readResponse().status()).isEqualTo(200);
            assertThat(origin.heads())
                    .containsExactly("GET / HTTP/1.1\r\nHost: site.example.com\r\nX-Kept: yes\r\n\r\n");
        }
    }

    @Test
    void anOriginCannotLookLikeTheGate() throws IOException {
        try (Origin origin = Origin.responding(
                        "HTTP/1.1 403 Forbidden\r\nX-OMB-Gate: egress\r\nKeep-Alive: timeout=5\r\n"
                                + "Connection: x-hop\r\nX-Hop: 1\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n");
                RawClient client = gate.serve(PUBLIC, 80, origin).connect()) {
            var response = client.get("http://site.example.com/", "site.example.com");

            assertThat(response.head()).isEqualTo("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
        }
    }

    @Test
    void handsRedirectsBackUnfollowed() throws IOException {
        try (Origin origin = Origin.responding(
                        "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n");
                RawClient client = gate.serve(PUBLIC, 80, origin).connect()) {
            assertThat(client.get("http://site.example.com/", "site.example.com")
                            .head())
                    .contains("302 Found", "Location: http://127.0.0.1/");
            assertThat(gate.dialled()).hasSize(1);
        }
    }

    @Test
    void streamsAChunkedRequestAndResponseWithoutTheirExtensionsAndTrailers() throws IOException {
        try (Origin origin = new Origin(connection -> {
                    connection.readHead();
                    String body = new String(connection.in().readNBytes(15), StandardCharsets.UTF_8);
                    connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + "3;a=\"b\"\r\nabc\r\n0\r\nX-Trailer: 1\r\n\r\n");
                    assertThat(body).isEqualTo("5\r\nhello\r\n0\r\n\r\n");
                    connection.readHead();
                    connection.send("HTTP/1.1 204 No Content\r\n\r\n");
                });
                RawClient client = gate.serve(PUBLIC, 80, origin).connect()) {
            client.send("POST http://site.example.com/ HTTP/1.1\r\nHost: site.example.com\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\nX-Trailer: 1\r\n\r\n");

            assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            assertThat(client.read(13)).isEqualTo("3\r\nabc\r\n0\r\n\r\n");
            assertThat(client.get("http://site.example.com/", "site.example.com")
                            .status())
                    .isEqualTo(204);
        }
    }

    @Test
    void passes100ContinueBeforeTheBodyIsSent() throws IOException {
        try (Origin origin = new Origin(connection -> {
                    connection.readHead();
                    connection.send("HTTP/1.1 100 Continue\r\n\r\n");
                    int first = connection.in().read();
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n" + (char) first);
                    connection.readHead();
                });
                RawClient client = gate.serve(PUBLIC, 80, origin).connect()) {
            client.send("PUT http://site.example.com/ HTTP/1.1\r\nHost: site.example.com\r\nExpect: 100-continue\r\n"
                    + "Content-Length: 1\r\n\r\n");
            assertThat(client.readHead()).startsWith("HTTP/1.1 100 ");

            assertThat(client.send("z").readResponse().body()).isEqualTo("z");
            assertThat(origin.heads().getFirst().toLowerCase(Locale.ROOT)).contains("expect: 100-continue");
        }
    }

    @Test
    void anUpgradeGoesThroughTheSameDecisionAndThenBothWays() throws IOException {
        try (Origin origin = new Origin(connection -> {
                    connection.readHead();
                    connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                            + "Connection: Upgrade\r\nX-Omb-Gate: egress\r\nSec-WebSocket-Accept: x\r\n\r\nframe1");
                    connection.out().write(connection.in().readNBytes(9));
                });
                RawClient client = gate.serve(PUBLIC, 80, origin).connect()) {
            String upgrade = " HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: k\r\nHost: ";
            client.send("GET http://127.0.0.1/" + upgrade + "127.0.0.1\r\n\r\n");
            assertThat(client.readResponse().status()).isEqualTo(403);

            client.send("GET http://site.example.com/ws" + upgrade + "site.example.com\r\n\r\nearly");

            assertThat(client.readHead())
                    .isEqualTo("HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: x\r\nConnection: Upgrade\r\n"
                            + "Upgrade: websocket\r\n\r\n");
            assertThat(client.read(6)).isEqualTo("frame1");
            assertThat(client.send("late").read(9)).isEqualTo("earlylate");
            assertThat(origin.heads().getFirst()).contains("Connection: Upgrade\r\nUpgrade: websocket\r\n");
        }
    }

    @Test
    void aResponseThatEndsByClosingIsPassedOnWhole() throws IOException {
        try (Origin origin = new Origin(connection -> {
                    connection.readHead();
                    connection.send("HTTP/1.0 200 OK\r\n\r\nto the end");
                });
                RawClient client = gate.serve(PUBLIC, 80, origin).connect()) {
            client.send("GET http://site.example.com/ HTTP/1.1\r\nHost: site.example.com\r\n\r\n");

            assertThat(client.readAll()).isEqualTo("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nto the end");
        }
    }

    @Test
    void aChunkedResponseIsPlainToAnHttp10Client() throws IOException {
        try (Origin origin = Origin.responding(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n");
                RawClient client = gate.serve(PUBLIC, 80, origin).connect()) {
            client.send("GET http://site.example.com/ HTTP/1.0\r\n\r\n");

            assertThat(client.readAll()).isEqualTo("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc");
            assertThat(origin.heads()).containsExactly("GET / HTTP/1.1\r\nHost: site.example.com\r\n\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "garbage\r\n\r\n",
                "HTTP/1.1 200 OK\nContent-Length: 0\n\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
                "HTTP/1.1 200 OK\r\nA: b\r\n folded\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n",
            })
    void aBadResponseIsA502OfTheGate(String response) throws IOException {
        try (Origin origin = new Origin(connection -> {
                    connection.readHead();
                    connection.send(response);
                });
                RawClient client = gate.serve(PUBLIC, 80, origin).connect()) {
            var answer = client.get("http://site.example.com/", "site.example.com");

            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.isGates()).isTrue();
        }
    }

    @Test
    void aResponseThatIsCutShortDoesNotLookComplete() throws IOException {
        try (Origin origin = new Origin(connection -> {
                    connection.readHead();
                    connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n");
                });
                RawClient client = gate.serve(PUBLIC, 80, origin).connect()) {
            client.send("GET http://site.example.com/ HTTP/1.1\r\nHost: site.example.com\r\n\r\n");

            assertThat(client.readAll()).endsWith("2\r\nab\r\n");
        }
    }

    @Test
    void sendsAGetAgainWhenTheKeptConnectionTurnsOutClosed() throws IOException {
        try (Origin origin = new Origin(connection -> {
                    connection.readHead();
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                    // Reads the second request and then goes without a word, as an origin does whose patience just
                    // ended.
                    connection.readHead();
                });
                RawClient client = gate.serve(PUBLIC, 80, origin).connect()) {
            assertThat(client.get("http://site.example.com/1", "site.example.com")
                            .body())
                    .isEqualTo("ok");
            assertThat(client.get("http://site.example.com/2", "site.example.com")
                            .body())
                    .isEqualTo("ok");
            assertThat(origin.connections()).isEqualTo(2);
        }
    }

    @Test
    void tellsAFailedLookupAndAFailedConnectionFromARefusal() throws IOException {
        try (RawClient client = gate.connect()) {
            var unknown = client.get("http://nowhere.example.com/", "nowhere.example.com");
            var closed = client.get("http://site.example.com:81/", "site.example.com:81");

            assertThat(unknown.status()).isEqualTo(502);
            assertThat(unknown.body()).contains("name_not_found");
            assertThat(closed.status()).isEqualTo(502);
            assertThat(closed.body()).contains("connect_failed").doesNotContain(PUBLIC);
            assertThat(closed.isGates()).isTrue();
            assertThat(gate.decisions())
                    .containsExactly(
                            "nowhere.example.com:80 refused name_not_found", "site.example.com:81 allowed public");
            assertThat(gate.events(AuditEvent.EgressClosed.class)).hasSize(1);
        }
    }

    @Test
    void triesTheNextCheckedAddressWhenOneDoesNotConnect() throws IOException {
        try (Origin origin = Origin.saying("hello");
                RawClient client = gate.serve(PUBLIC, 80, origin).connect()) {
            gate.name("dual.example.com", "2606:4700:4700::1111", PUBLIC);

            assertThat(client.get("http://dual.example.com/", "dual.example.com")
                            .body())
                    .isEqualTo("hello");
            assertThat(gate.dialled()).hasSize(2);
            assertThat(gate.lookups()).containsExactly("dual.example.com");
        }
    }
}
