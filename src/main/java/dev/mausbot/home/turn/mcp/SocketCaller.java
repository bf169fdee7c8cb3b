package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.box.GatePorts;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Calls the broker on its socket, as a box does, with one connection for each request (HTTP/1.1, RFC 9112). */
final class SocketCaller implements HttpCaller {
    private final Path socket;
    private final String target;
    private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();

    private SocketCaller(Path socket, String target) {
        this.socket = socket;
        this.target = target;
    }

    static SocketCaller to(Path socket, String target) {
        return new SocketCaller(socket, target);
    }

    @Override
    public Reply send(String method, Map<String, String> headers, byte[] body) throws IOException {
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        open.add(channel);
        StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\nhost: 127.0.0.1:"
                + GatePorts.BROKER + "\r\nconnection: close\r\ncontent-length: " + body.length + "\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        write(channel, head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        write(channel, body);
        InputStream in = Channels.newInputStream(channel);
        ReplyHead replied = ReplyHead.read(in);
        return new Reply(replied.status(), replied.headers(), replied.bodyFrom(in));
    }

    private static void write(SocketChannel channel, byte[] bytes) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
    }

    @Override
    public void close() {
        for (SocketChannel channel : open) {
            try {
                channel.close();
            } catch (IOException gone) {
                System.getLogger("mcp").log(System.Logger.Level.DEBUG, "a test's connection was gone already", gone);
            }
        }
    }
}
