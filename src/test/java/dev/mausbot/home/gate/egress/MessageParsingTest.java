package dev.mausbot.home.gate.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.gate.Reason;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that two readers could understand differently, sent to a gate as they are. In the texts, LF stands for CRLF. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MessageParsingTest {
    private static final String GET = "GET http://site.example.com/ HTTP/1.1\nHost: site.example.com\n";
    private static final String POST = "POST http://site.example.com/ HTTP/1.1\nHost: site.example.com\n";
    private static final String CONNECT = "CONNECT site.example.com:443 HTTP/1.1\n";

    @ParameterizedTest(name = "[{index}]")
    @ValueSource(
            strings = {
                // How long is the body?
                POST + "Content-Length: 3\nTransfer-Encoding: chunked\n\n0\n\n",
                POST + "Transfer-Encoding: chunked\nContent-Length: 3\n\n0\n\n",
                POST + "Content-Length: 3\nContent-Length: 3\n\nabc",
                POST + "Content-Length: 3\nContent-Length: 4\n\nabc",
                POST + "Content-Length: 3, 3\n\nabc",
                POST + "Content-Length: +3\n\nabc",
                POST + "Content-Length: -3\n\nabc",
                POST + "Content-Length: 0x3\n\nabc",
                POST + "Content-Length: 3 3\n\nabc",
                POST + "Content-Length:\n\nabc",
                POST + "Content-Length: 9999999999999999999\n\nabc",
                POST + "Transfer-Encoding: gzip, chunked\n\n0\n\n",
                POST + "Transfer-Encoding: chunked, chunked\n\n0\n\n",
                POST + "Transfer-Encoding: xchunked\n\n0\n\n",
                POST + "Transfer-Encoding: chunked\nTransfer-Encoding: chunked\n\n0\n\n",
                POST + "Transfer-Encoding: identity\n\nabc",
                "POST http://site.example.com/ HTTP/1.0\nTransfer-Encoding: chunked\n\n0\n\n",
                CONNECT + "Content-Length: 3\n\nabc",
                CONNECT + "Transfer-Encoding: chunked\n\n0\n\n",
                // What is a header field?
                GET + " folded: x\n\n",
                GET + "A: b\n\tfolded\n\n",
                GET + "Content-Length : 3\n\nabc",
                GET + "Bad Name: x\n\n",
                GET + "no colon\n\n",
                GET + ": x\n\n",
                GET + "A\u0000: x\n\n",
                GET + "A: x\u0000y\n\n",
                GET + "A: x\u0007y\n\n",
                GET + "A: x\ry\n\n",
                GET + "\u00e4: x\n\n",
                GET + "Connection: Content-Length\nContent-Length: 3\n\nabc",
                GET + "Connection: host\n\n",
                // What is a request line?
                "\nGET http://site.example.com/ HTTP/1.1\nHost: site.example.com\n\n",
                "GET  http://site.example.com/ HTTP/1.1\nHost: site.example.com\n\n",
                "GET http://site.example.com/  HTTP/1.1\nHost: site.example.com\n\n",
                " GET http://site.example.com/ HTTP/1.1\nHost: site.example.com\n\n",
                "GET\thttp://site.example.com/ HTTP/1.1\nHost: site.example.com\n\n",
                "GET http://site.example.com/a b HTTP/1.1\nHost: site.example.com\n\n",
                "GET http://site.example.com/\u00e4 HTTP/1.1\nHost: site.example.com\n\n",
                "GET http://site.example.com/ HTTP/1.2\nHost: site.example.com\n\n",
                "GET http://site.example.com/ HTTP/2.0\nHost: site.example.com\n\n",
                "GET http://site.example.com/ http/1.1\nHost: site.example.com\n\n",
                "GET http://site.example.com/\n\n",
                "PRI * HTTP/2.0\n\nSM\n\n",
                "G(T http://site.example.com/ HTTP/1.1\nHost: site.example.com\n\n",
                "\u0016\u0003\u0001\u0002\n\n",
            })
    void isABadRequest(String request) throws IOException {
        assertRefused(crlf(request), Reason.BAD_REQUEST);
    }

    @ParameterizedTest(name = "[{index}]")
    @ValueSource(
            strings = {
                "GET http://site.example.com/ HTTP/1.1\nHost: site.example.com\n\n",
                "GET http://site.example.com/ HTTP/1.1\r\nHost: site.example.com\n\r\n",
                "GET http://site.example.com/ HTTP/1.1\r\nHost: site.example.com\r\n\n",
                "\n",
            })
    void aBareLineFeedEndsNoLine(String request) throws IOException {
        assertRefused(request, Reason.BAD_REQUEST);
    }

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "GET / HTTP/1.1, BAD_TARGET",
                "OPTIONS * HTTP/1.1, BAD_TARGET",
                "GET site.example.com:80 HTTP/1.1, BAD_TARGET",
                "GET https://site.example.com/ HTTP/1.1, BAD_TARGET",
                "GET ftp://site.example.com/ HTTP/1.1, BAD_TARGET",
                "GET ws://site.example.com/ HTTP/1.1, BAD_TARGET",
                "GET file:///etc/passwd HTTP/1.1, BAD_TARGET",
                "GET http:/site.example.com/ HTTP/1.1, BAD_TARGET",
                "GET http://127.0.0.1#@site.example.com/ HTTP/1.1, BAD_TARGET",
                "CONNECT site.example.com:443/x HTTP/1.1, BAD_TARGET",
                "CONNECT http://site.example.com:443 HTTP/1.1, BAD_TARGET",
                "CONNECT site.example.com HTTP/1.1, BAD_PORT",
                "CONNECT [::1] HTTP/1.1, BAD_PORT",
                "CONNECT site.example.com:https HTTP/1.1, BAD_PORT",
                "GET http://site.example.com:0/ HTTP/1.1, BAD_PORT",
                "GET http://site.example.com:/ HTTP/1.1, BAD_PORT",
                "GET http:///path HTTP/1.1, BAD_HOST",
                "GET http://site@127.0.0.1/ HTTP/1.1, BAD_HOST",
                "GET http://public:80@10.0.0.1/ HTTP/1.1, BAD_PORT",
                "GET http://site.example.com\\@127.0.0.1/ HTTP/1.1, BAD_HOST",
                "GET http://2130706433/ HTTP/1.1, BAD_HOST",
                "GET http://0x7f.1/ HTTP/1.1, BAD_HOST",
                "GET http://%6c%6fcalhost/ HTTP/1.1, BAD_HOST",
                "CONNECT localhost.:443 HTTP/1.1, BAD_HOST",
                "CONNECT ::1:443 HTTP/1.1, BAD_HOST",
                "CONNECT [fe80::1%25eth0]:443 HTTP/1.1, BAD_HOST",
            })
    void isABadTarget(String line, Reason reason) throws IOException {
        assertRefused(crlf(line + "\nHost: site.example.com\n\n"), reason);
    }

    @ParameterizedTest(name = "[{index}]")
    @ValueSource(
            strings = {
                "GET http://site.example.com/ HTTP/1.1\n\n",
                "GET http://site.example.com/ HTTP/1.1\nHost: other.example.com\n\n",
                "GET http://site.example.com/ HTTP/1.1\nHost: site.example.com:81\n\n",
                "GET http://site.example.com:81/ HTTP/1.1\nHost: site.example.com\n\n",
                "GET http://site.example.com/ HTTP/1.1\nHost: site.example.com\nHost: site.example.com\n\n",
                "GET http://site.example.com/ HTTP/1.1\nHost: site.example.com\nHost: 127.0.0.1\n\n",
                "GET http://site.example.com/ HTTP/1.0\nHost: other.example.com\n\n",
                "CONNECT site.example.com:443 HTTP/1.1\nHost: other.example.com:443\n\n",
                "CONNECT site.example.com:443 HTTP/1.1\nHost: site.example.com:80\n\n",
            })
    void hostAndTargetMustAgree(String request) throws IOException {
        assertRefused(crlf(request), Reason.HOST_MISMATCH);
    }

    @ParameterizedTest(name = "{0}, Host {1}")
    @CsvSource({
        "http://site.example.com/, site.example.com:80",
        "http://site.example.com:80/, site.example.com",
        "HTTP://SITE.example.com/, site.EXAMPLE.com",
        "http://site.example.com, site.example.com",
        "http://site.example.com?q, site.example.com",
    })
    void theSamePlaceMayBeSpelledInTwoWays(String url, String host) throws IOException {
        try (EgressFixture gate = new EgressFixture();
                Origin origin = Origin.saying("ok");
                RawClient client = gate.connect()) {
            gate.name("site.example.com", "93.184.216.34").serve("93.184.216.34", 80, origin);

            assertThat(client.get(url, host).body()).isEqualTo("ok");
            assertThat(origin.heads().getFirst()).startsWith("GET /");
        }
    }

    @ParameterizedTest(name = "[{index}]")
    @ValueSource(
            strings = {
                "x\n",
                "-1\n",
                "+3\nabc\n",
                "0x3\nabc\n",
                " 3\nabc\n",
                "3 \nabc\n",
                "3\nabcd\n",
                "\n",
                "3;\u0001\nabc\n"
            })
    void aBadChunkEndsTheRequestAndTheConnection(String body) throws IOException {
        try (EgressFixture gate = new EgressFixture();
                Origin origin = new Origin(connection -> connection.in().readAllBytes());
                RawClient client = gate.connect()) {
            gate.name("site.example.com", "93.184.216.34").serve("93.184.216.34", 80, origin);

            client.send(crlf(POST + "Transfer-Encoding: chunked\n\n" + body));

            assertThat(client.readAll()).startsWith("HTTP/1.1 400 ").contains("bad_request", "Connection: close");
        }
    }

    /** A refusal must end the connection: what follows a header that was not understood is no request. */
    private static void assertRefused(String request, Reason reason) throws IOException {
        try (EgressFixture gate = new EgressFixture();
                RawClient client = gate.connect()) {
            gate.name("site.example.com", "93.184.216.34");

            client.send(request);

            assertThat(client.readAll())
                    .startsWith("HTTP/1.1 " + reason.status() + " ")
                    .contains("x-omb-gate: egress", "(" + reason.label() + ")", "Connection: close");
            assertThat(gate.dialled()).isEmpty();
            assertThat(gate.lookups()).isEmpty();
        }
    }

    @Test
    void acceptsAConnectWithoutHostAsOldClientsSendIt() throws IOException {
        try (EgressFixture gate = new EgressFixture();
                Origin origin = Origin.saying("x");
                RawClient client = gate.connect()) {
            gate.name("site.example.com", "93.184.216.34").serve("93.184.216.34", 22, origin);

            client.send(crlf("CONNECT site.example.com:22 HTTP/1.0\n\n"));

            assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
        }
    }

    private static String crlf(String text) {
        return text.replace("\n", "\r\n");
    }
}
