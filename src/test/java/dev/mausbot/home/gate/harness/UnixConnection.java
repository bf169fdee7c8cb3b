package dev.mausbot.home.gate.harness;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** A box's end of a gate's socket: sends bytes as they are and reads HTTP/1.1 responses that have a length. */
final class UnixConnection implements AutoCloseable {
    private final SocketChannel channel;

    UnixConnection(Path socket) throws IOException {
        channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
    }

    /** A response as it came, the head without its last line end. */
    record Response(int status, String head, String body) {
        Optional<String> header(String name) {
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst();
        }
    }

    UnixConnection send(String bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1));
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        return this;
    }

    Response read() throws IOException {
        Response response = readHead();
        int length = response.status() < 200
                ? 0
                : Integer.parseInt(response.header("content-length").orElse("0"));
        return new Response(response.status(), response.head(), new String(exactly(length), StandardCharsets.UTF_8));
    }

    Response readHead() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append(new String(exactly(1), StandardCharsets.ISO_8859_1));
        }
        return new Response(
                Integer.parseInt(head.substring(9, 12)), head.toString().strip(), "");
    }

    /** Whether the gate has closed it; waits until there is something to know. */
    boolean ended() {
        try {
            return channel.read(ByteBuffer.allocate(1)) < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    private byte[] exactly(int length) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ByteBuffer buffer = ByteBuffer.allocate(Math.max(1, length));
        while (bytes.size() < length) {
            buffer.clear().limit(length - bytes.size());
            int count = channel.read(buffer);
            if (count < 0) {
                throw new IOException("closed after " + bytes);
            }
            bytes.write(buffer.array(), 0, count);
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
