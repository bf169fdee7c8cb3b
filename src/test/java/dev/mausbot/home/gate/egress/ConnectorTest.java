package dev.mausbot.home.gate.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.boot.IpLiteral;
import dev.mausbot.home.gate.Reason;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollEventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectorTest {
    private final EventLoopGroup loops = new EpollEventLoopGroup(1);

    @AfterEach
    void stop() throws InterruptedException {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
    }

    @Test
    void aPeerThatIsNotTheCheckedAddressIsDropped() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            assertThat(connect("0.0.0.0", server.getLocalPort()))
                    .isEqualTo(new Connector.Outcome.Failed(Reason.WRONG_PEER));
        }
    }

    @Test
    void connectsToTheVeryAddressThatWasChecked() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(connect("127.0.0.1", server.getLocalPort()))
                    .isInstanceOfSatisfying(Connector.Outcome.Connected.class, connected -> {
                        assertThat(connected.address().isLoopbackAddress()).isTrue();
                        Ends.close(connected.channel());
                    });
        }
    }

    @Test
    void aTimeThatIsOverIsATimeoutAndNoConnection() {
        assertThat(new Connector(loops.next(), Route.direct(), Duration.ZERO)
                        .connect(List.of(InetAddress.getLoopbackAddress()), 1)
                        .toCompletableFuture()
                        .join())
                .isEqualTo(new Connector.Outcome.Failed(Reason.CONNECT_TIMEOUT));
    }

    private Connector.Outcome connect(String address, int port) {
        return new Connector(loops.next(), Route.direct(), Duration.ofSeconds(5))
                .connect(List.of(IpLiteral.parse(address).orElseThrow()), port)
                .toCompletableFuture()
                .join();
    }
}
