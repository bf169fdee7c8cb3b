package dev.mausbot.home.gate.egress;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** A client that sends exactly the bytes that it is told to. Texts are one byte per character. */
final class RawClient implements AutoCloseable {
    private final SocketChannel channel;
    private final InputStream in;

    RawClient(Path socket) throws IOException {
        channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        in = new BufferedInputStream(Channels.newInputStream(channel));
    }

    /** A response; {@code head} is everything through the empty line. */
    record Response(String head, String body) {
        int status() {
            return Integer.parseInt(head.split(" ", 3)[1]);
        }

        boolean isGates() {
            return head.contains("\r\nx-omb-gate: egress\r\n");
        }
    }

    RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        return this;
    }

    RawClient endOutput() throws IOException {
        channel.shutdownOutput();
        return this;
    }

    InputStream in() {
        return in;
    }

    String readHead() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection ended within a header: " + head);
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    String read(int length) throws IOException {
        return new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    /** A response that says how long its body is. */
    Response readResponse() throws IOException {
        String head = readHead();
        var length = Pattern.compile("(?i)\r\ncontent-length: ([0-9]+)\r\n").matcher(head);
        return new Response(head, length.find() ? read(Integer.parseInt(length.group(1))) : "");
    }

    /** Everything until the gate ends its side. */
    String readAll() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    /** One GET, and its response. */
    Response get(String url, String host) throws IOException {
        send("GET " + url + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        return readResponse();
    }

    Response connect(String authority) throws IOException {
        send("CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n\r\n");
        String head = readHead();
        return new Response(head, "");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
