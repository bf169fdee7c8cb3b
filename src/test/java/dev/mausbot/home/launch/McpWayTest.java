package dev.mausbot.home.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A way through the broker to an MCP server, without a box. */
class McpWayTest {
    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\"}}";

    private final LaunchHouse house = LaunchHouse.open();

    McpWayTest() throws IOException {}

    @AfterEach
    void closeHouse() throws IOException {
        house.close();
    }

    /** The first bytes of the answer; none if there is no answer. */
    private static String ask(SocketChannel broker, String target) throws IOException {
        String request = "POST %s HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s"
                .formatted(target, INITIALIZE.length(), INITIALIZE);
        broker.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
        ByteBuffer answer = ByteBuffer.allocate(4096);
        broker.read(answer);
        return new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII);
    }

    @Test
    void opensNothingOnceItIsClosed() throws Exception {
        try (StubMcp server = new StubMcp(StubMcp.Way.PLAIN, "")) {
            McpWay way = house.gated.way(new McpUpstream("docs", server.address(), Map.of()));
            UnixDomainSocketAddress address = UnixDomainSocketAddress.of(way.socket());
            try (SocketChannel kept = SocketChannel.open(address)) {
                assertThat(ask(kept, way.target())).startsWith("HTTP/1.1 200");
                try (McpWay other = house.gated.way(new McpUpstream("docs", server.address(), Map.of()));
                        SocketChannel foreign = SocketChannel.open(UnixDomainSocketAddress.of(other.socket()))) {
                    assertThat(ask(foreign, way.target()))
                            .as("another way's token")
                            .startsWith("HTTP/1.1 401");
                }
                way.close();
                assertThatNoAnswerComes(kept, way.target());
            }
            assertThatThrownBy(() -> SocketChannel.open(address)).isInstanceOf(IOException.class);
            assertThat(server.received()).hasSize(1);
        }
    }

    private static void assertThatNoAnswerComes(SocketChannel kept, String target) {
        String answer;
        try {
            answer = ask(kept, target);
        } catch (IOException hungUp) {
            return;
        }
        assertThat(answer).isEmpty();
    }
}
