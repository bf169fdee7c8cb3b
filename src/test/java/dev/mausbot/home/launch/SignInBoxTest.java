package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.box.BoxTools.Bridging;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.relay.SignInAnswer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A sign-in's callback, from what the owner pasted to the engine in a real box. */
@Timeout(120)
class SignInBoxTest {
    private static final Bridging SOCAT = new Bridging.Socat(Path.of("/usr/bin/socat"));
    private static final SignInAnswer SIGNED_IN = new SignInAnswer.Answered(200, "signed in as <b>ada</b>");
    /** All programs of a box, by name. */
    private static final String PROGRAMS =
            "for e in /proc/[0-9]*/exe; do readlink $e; done | sed 's|.*/||' | sort | uniq -c | tr -s ' '";

    enum Bridges {
        SOCAT,
        OWN;

        private Bridging bridging() {
            return this == SOCAT ? SignInBoxTest.SOCAT : Bridging.Own.ofThisProgram();
        }
    }

    @ParameterizedTest(name = "ports by {0}")
    @EnumSource
    void bringsACallbackToTheEngineAndItsAnswerBack(Bridges bridges) throws Exception {
        try (SignInHouse house = SignInHouse.open(bridges.bridging());
                SignInHouse.Engine engine = house.listening("t1", "127.0.0.1", 0)) {
            int port = engine.port();
            assertThat(house.send("t1", "http://localhost:" + port + "/cb?state=s&code=4%2Fx"))
                    .isEqualTo(SIGNED_IN);
            assertThat(engine.rest())
                    .containsExactly(
                            "GET /cb?state=s&code=4%2Fx HTTP/1.1",
                            "Host=localhost:" + port, "Connection=close", "over");
            assertThat(engine.exitCode()).isZero();
            assertThat(house.send("t1", "http://localhost:" + port + "/")).isEqualTo(new SignInAnswer.NoRelay());
            assertThat(house.events)
                    .filteredOn(AuditEvent.SignInSent.class::isInstance)
                    .singleElement()
                    .asString()
                    .contains("turn=t1", "port=" + port, "answered 200")
                    .doesNotContain("4%2Fx");
        }
    }

    @Test
    void findsAnEngineThatListensOnTheOtherLoopback() throws Exception {
        try (SignInHouse house = SignInHouse.open(SOCAT);
                SignInHouse.Engine engine = house.listening("t1", "::1", 0)) {
            int port = engine.port();
            assertThat(house.send("t1", "http://[::1]:" + port + "/cb")).isEqualTo(SIGNED_IN);
            assertThat(engine.rest()).contains("Host=[::1]:" + port);
        }
    }

    @Test
    void refusesAPortOnWhichNothingListensAndGoesOn() throws Exception {
        try (SignInHouse house = SignInHouse.open(SOCAT);
                SignInHouse.Engine engine = house.listening("t1", "127.0.0.1", 0)) {
            int port = engine.port();
            int other = port == 1 ? 2 : port - 1;
            for (int i = 0; i < 3; i++) {
                assertThat(house.sendWhenItWaits("t1", "http://127.0.0.1:" + other + "/cb"))
                        .isEqualTo(new SignInAnswer.NothingListens(other));
            }
            assertThat(house.sendWhenItWaits("t1", "http://127.0.0.1:" + port + "/cb"))
                    .isEqualTo(SIGNED_IN);
            assertThat(engine.rest()).first().isEqualTo("GET /cb HTTP/1.1");
        }
    }

    @Test
    void doesNotMixTwoBoxesWithTheSamePort() throws Exception {
        try (SignInHouse house = SignInHouse.open(SOCAT);
                SignInHouse.Engine one = house.listening("t1", "127.0.0.1", 8085);
                SignInHouse.Engine two = house.listening("t2", "127.0.0.1", 8085)) {
            assertThat(List.of(one.port(), two.port())).containsOnly(8085);
            assertThat(house.send("t2", "http://127.0.0.1:8085/two")).isEqualTo(SIGNED_IN);
            assertThat(two.rest()).first().isEqualTo("GET /two HTTP/1.1");
            assertThat(two.exitCode()).isZero();
            assertThat(house.send("t1", "http://127.0.0.1:8085/one")).isEqualTo(SIGNED_IN);
            assertThat(one.rest()).first().isEqualTo("GET /one HTTP/1.1");
        }
    }

    @Test
    void givesARelayToWhoWantsOneOnly() throws Exception {
        try (SignInHouse house = SignInHouse.open(SOCAT);
                SignInHouse.Engine none =
                        house.start("t1", LaunchPlan.Callback.NONE, "/bin/bash", "-c", "ls /run/omb; " + PROGRAMS);
                SignInHouse.Engine with = house.start(
                        "t2", LaunchPlan.Callback.LOOPBACK, "/bin/bash", "-c", "ls /run/omb; " + PROGRAMS)) {
            assertThat(house.send("t1", "http://127.0.0.1:1/")).isEqualTo(new SignInAnswer.NoRelay());
            assertThat(none.rest())
                    .contains("egress.sock", "harness.sock", " 3 socat")
                    .doesNotContain("relay.sock");
            assertThat(with.rest())
                    .as("one bridge for all")
                    .contains("egress.sock", "harness.sock", "relay.sock", " 1 java")
                    .noneMatch(line -> line.contains("socat"));
        }
    }

    private static String attack(String said, int port) {
        return """
                import socket, sys
                for i in range(20):
                    s = socket.socket(socket.AF_UNIX)
                    s.connect('/run/omb/relay.sock')
                    s.sendall(b'%s')
                    s.shutdown(socket.SHUT_WR)
                    s.settimeout(0.1)
                    try:
                        print(repr(s.recv(100)))
                    except (TimeoutError, ConnectionResetError):
                        print('nothing')
                try:
                    socket.create_connection(('127.0.0.1', %d), 1)
                    print('reached')
                except OSError as refused:
                    print('nothing')
                """.formatted(said, port);
    }

    /** Whatever a box says on the relay, nothing on the host is reached and nothing comes back. */
    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {"connect %05d\\n", "ok\\nGET / HTTP/1.1\\r\\n\\r\\n", "CONNECT 127.0.0.1:%d HTTP/1.1\\r\\n\\r\\n"
            })
    void letsNoBoxReachTheHost(String said) throws Exception {
        try (ServerSocket host = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                SignInHouse house = SignInHouse.open(SOCAT)) {
            String text = attack(said.formatted(host.getLocalPort()), host.getLocalPort());
            try (SignInHouse.Engine box =
                    house.start("t1", LaunchPlan.Callback.LOOPBACK, "/usr/bin/python3", "-c", text)) {
                assertThat(box.rest()).hasSize(21).allMatch(line -> line.equals("nothing") || line.equals("b''"));
                assertThat(box.exitCode()).isZero();
            }
            host.setSoTimeout(1);
            org.assertj.core.api.Assertions.assertThatExceptionOfType(SocketTimeoutException.class)
                    .isThrownBy(host::accept);
        }
    }

    @Test
    void canNeitherReplaceTheSocketNorDeafenTheServer() throws Exception {
        String attack =
                "rm -f /run/omb/relay.sock; ln -s /etc/passwd /run/omb/relay.sock; ls -l /run/omb/relay.sock | cut -c1;"
                        + " pkill java; echo killed; exec sleep 30";
        try (SignInHouse house = SignInHouse.open(SOCAT);
                SignInHouse.Engine box =
                        house.start("t1", LaunchPlan.Callback.LOOPBACK, "/bin/bash", "-c", attack + " 2>&1")) {
            assertThat(box.line()).isEqualTo("s");
            assertThat(box.line()).isEqualTo("killed");
            // The bridge is started again, and dials again.
            assertThat(await().until(
                                    () -> house.send("t1", "http://127.0.0.1:9/"),
                                    answer -> !(answer instanceof SignInAnswer.NothingWaits)))
                    .isEqualTo(new SignInAnswer.NothingListens(9));
        }
    }
}
