package dev.mausbot.home.broker;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A box's end of the broker's socket: sends bytes as they are and reads HTTP/1.1 responses. */
final class BoxClient implements AutoCloseable {
    private static final int LONGEST_LINE = 1 << 16;

    private final SocketChannel channel;
    private final InputStream in;
    private final OutputStream out;

    BoxClient(Path socket) throws IOException {
        channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
        in = new BufferedInputStream(Channels.newInputStream(channel), 1 << 16);
        out = Channels.newOutputStream(channel);
    }

    /** A response's head, its lines as they came. */
    record Head(int status, List<String> lines) {
        Optional<String> header(String name) {
            return lines.stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst();
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // no two responses are compared
    record Response(Head head, byte[] bytes) {
        int status() {
            return head.status();
        }

        String body() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    BoxClient send(String bytes) throws IOException {
        return send(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    BoxClient send(byte[] bytes) throws IOException {
        out.write(bytes);
        return this;
    }

    Response call(String method, String target, String... headers) throws IOException {
        return send(request(method, target, "", headers)).read();
    }

    Response post(String target, String body, String... headers) throws IOException {
        return send(request("POST", target, body, headers)).read();
    }

    static String request(String method, String target, String body, String... headers) {
        StringBuilder request = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: 127.0.0.1:18080\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        if (!body.isEmpty() || method.equals("POST")) {
            request.append("Content-Length: ")
                    .append(body.getBytes(StandardCharsets.UTF_8).length)
                    .append("\r\n");
        }
        return request + "\r\n" + body;
    }

    Response read() throws IOException {
        Head head = readHead();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        if (head.header("transfer-encoding").isPresent()) {
            for (byte[] chunk = chunk(); chunk.length > 0; chunk = chunk()) {
                body.write(chunk);
            }
        } else {
            body.write(
                    in.readNBytes(Integer.parseInt(head.header("content-length").orElse("0"))));
        }
        return new Response(head, body.toByteArray());
    }

    Head readHead() throws IOException {
        List<String> lines = new java.util.ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            lines.add(line);
        }
        return new Head(Integer.parseInt(lines.getFirst().substring(9, 12)), lines);
    }

    /** One chunk of a chunked body; an empty one is the last. */
    byte[] chunk() throws IOException {
        int size = Integer.parseInt(line(), 16);
        byte[] chunk = in.readNBytes(size);
        if (chunk.length < size || !line().isEmpty()) {
            throw new EOFException("a chunk broke off");
        }
        return chunk;
    }

    /** What comes next, as a stream. */
    InputStream stream() {
        return in;
    }

    /** Whether the broker has ended it; waits until there is something to know. */
    boolean ended() {
        try {
            return in.read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.length() < LONGEST_LINE) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("ended after: " + line);
            }
            if (next == '\n') {
                return line.toString().stripTrailing();
            }
            line.append((char) next);
        }
        throw new IOException("a line without an end");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
