package dev.mausbot.home.gate.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

// CRLF line ends are what these texts are about; a text block has none.
@SuppressWarnings("StringConcatToTextBlock")
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EgressLimitsTest {
    private static final String PUBLIC = "93.184.216.34";
    private static final EgressLimits TIGHT = new EgressLimits(
            Duration.ofMillis(200),
            Duration.ofMillis(400),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            4096,
            3,
            6);

    @Test
    void theSocketIsForThisUserOnly() throws IOException {
        try (EgressFixture gate = new EgressFixture()) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(gate.socket())))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void oneTunnelTooManyIsA429AndASlotReturnsOnClose() throws IOException {
        try (EgressFixture gate = new EgressFixture(roomy(3), DomainRules.allPublic());
                Origin origin = new Origin(connection -> connection.in().readAllBytes())) {
            gate.name("site.example.com", PUBLIC).serve(PUBLIC, 443, origin);
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                clients.add(gate.connect());
                assertThat(clients.getLast().connect("site.example.com:443").status())
                        .isEqualTo(200);
            }
            try (RawClient oneMore = gate.connect()) {
                assertThat(oneMore.connect("site.example.com:443").status()).isEqualTo(429);
            }

            clients.removeFirst().close();

            await().untilAsserted(() -> {
                try (RawClient again = gate.connect()) {
                    assertThat(again.connect("site.example.com:443").status()).isEqualTo(200);
                }
            });
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void refusalsAndFailuresGiveTheirSlotsBack() throws IOException {
        try (EgressFixture gate = new EgressFixture(roomy(1), DomainRules.allPublic());
                RawClient client = gate.connect()) {
            gate.name("site.example.com", PUBLIC);
            for (int i = 0; i < 5; i++) {
                assertThat(client.get("http://10.0.0.1/", "10.0.0.1").status()).isEqualTo(403);
                assertThat(client.get("http://no.example.com/", "no.example.com")
                                .status())
                        .isEqualTo(502);
                assertThat(client.get("http://site.example.com/", "site.example.com")
                                .status())
                        .isEqualTo(502);
            }
        }
    }

    @Test
    void clientsBeyondTheLimitAreClosedAtOnce() throws IOException {
        try (EgressFixture gate = new EgressFixture(roomy(1), DomainRules.allPublic())) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                clients.add(gate.connect());
                assertThat(clients.getLast().get("http://10.0.0.1/", "10.0.0.1").status())
                        .isEqualTo(403);
            }
            try (RawClient oneMore = gate.connect()) {
                assertThat(oneMore.readAll()).isEmpty();
            }
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void aHeaderThatNeverEndsIsCut() throws IOException {
        try (EgressFixture gate = new EgressFixture(TIGHT, DomainRules.allPublic());
                RawClient client = gate.connect()) {
            client.send("GET http://site.exa");

            assertThat(client.readAll()).startsWith("HTTP/1.1 408 ").contains("x-omb-gate: egress");
        }
    }

    @Test
    void aSilentClientIsClosedWithoutAWord() throws IOException {
        try (EgressFixture gate = new EgressFixture(TIGHT, DomainRules.allPublic());
                RawClient client = gate.connect()) {
            assertThat(client.readAll()).isEmpty();
        }
    }

    @Test
    void aHeaderThatIsTooLargeIsA431() throws IOException {
        try (EgressFixture gate = new EgressFixture();
                RawClient client = gate.connect();
                RawClient whole = gate.connect()) {
            String start = "GET http://site.example.com/ HTTP/1.1\r\nHost: site.example.com\r\nX: ";

            client.send(start + "x".repeat(64 * 1024));
            whole.send(start + "x".repeat(64 * 1024) + "\r\n\r\n");

            assertThat(client.readAll()).startsWith("HTTP/1.1 431 ").contains("x-omb-gate: egress");
            assertThat(whole.readAll()).startsWith("HTTP/1.1 431 ");
        }
    }

    @Test
    void aLargeHeaderWithinTheLimitPasses() throws IOException {
        try (EgressFixture gate = new EgressFixture();
                Origin origin = Origin.saying("ok");
                RawClient client = gate.connect()) {
            gate.name("site.example.com", PUBLIC).serve(PUBLIC, 80, origin);
            client.send("GET http://site.example.com/" + "p".repeat(20_000)
                    + " HTTP/1.1\r\nHost: site.example.com\r\nX: " + "x".repeat(40_000) + "\r\n\r\n");

            assertThat(client.readResponse().body()).isEqualTo("ok");
        }
    }

    @Test
    void aTunnelThatIsSilentBothWaysEndsAndOneThatIsNotGoesOn() throws IOException {
        try (EgressFixture gate = new EgressFixture(TIGHT, DomainRules.allPublic());
                Origin origin = new Origin(connection -> connection.in().readAllBytes());
                Origin ticking = new Origin(connection -> {
                    for (int i = 0; i < 60; i++) {
                        LockSupport.parkNanos(50_000_000);
                        connection.send(".");
                    }
                });
                RawClient silent = gate.connect();
                RawClient busy = gate.connect()) {
            gate.name("site.example.com", PUBLIC).serve(PUBLIC, 443, origin).serve(PUBLIC, 444, ticking);
            silent.connect("site.example.com:443");
            busy.connect("site.example.com:444");

            assertThat(silent.readAll()).isEmpty();
            assertThat(busy.readAll()).isEqualTo(".".repeat(60));
        }
    }

    @Test
    void aResponseThatDoesNotComeIsA504() throws IOException {
        try (EgressFixture gate = new EgressFixture(TIGHT, DomainRules.allPublic());
                Origin origin = new Origin(connection -> connection.in().readAllBytes());
                RawClient client = gate.connect()) {
            gate.name("site.example.com", PUBLIC).serve(PUBLIC, 80, origin);

            var answer = client.get("http://site.example.com/", "site.example.com");

            assertThat(answer.status()).isEqualTo(504);
            assertThat(answer.isGates()).isTrue();
        }
    }

    private static EgressLimits roomy(int tunnels) {
        EgressLimits normal = EgressLimits.defaults();
        return new EgressLimits(
                normal.lookup(),
                normal.connect(),
                normal.header(),
                normal.keepAlive(),
                normal.idle(),
                normal.headerBytes(),
                tunnels,
                tunnels + 3);
    }
}
