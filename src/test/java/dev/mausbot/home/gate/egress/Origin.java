package dev.mausbot.home.gate.egress;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on loopback that does what a test tells it to with each connection, and remembers the heads it has read. */
final class Origin implements AutoCloseable {
    /** One accepted connection. */
    final class Connection {
        private final Socket socket;
        private final InputStream in;
        private final OutputStream out;

        Connection(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
            this.out = socket.getOutputStream();
        }

        InputStream in() {
            return in;
        }

        OutputStream out() {
            return out;
        }

        Socket socket() {
            return socket;
        }

        /** The next head through its empty line, or an empty text at the end. */
        String readHead() throws IOException {
            ByteArrayOutputStream head = new ByteArrayOutputStream();
            while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                int next = in.read();
                if (next < 0) {
                    return "";
                }
                head.write(next);
            }
            heads.add(head.toString(StandardCharsets.ISO_8859_1));
            return head.toString(StandardCharsets.ISO_8859_1);
        }

        Connection send(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            return this;
        }
    }

    /** What to do with a connection; it is closed afterwards. */
    @FunctionalInterface
    interface Script {
        void run(Connection connection) throws IOException;
    }

    private final ServerSocket server = new ServerSocket(0, 600, InetAddress.getLoopbackAddress());
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();

    Origin(Script script) throws IOException {
        Thread.ofVirtual().start(() -> acceptAll(script));
    }

    /** Answers every request, whatever it is, with 200 and a text. */
    static Origin saying(String text) throws IOException {
        return responding("HTTP/1.1 200 OK\r\nContent-Length: " + text.length() + "\r\n\r\n" + text);
    }

    /** Answers every request with the same bytes and keeps the connection. */
    static Origin responding(String response) throws IOException {
        return new Origin(connection -> {
            while (!connection.readHead().isEmpty()) {
                connection.send(response);
            }
        });
    }

    private void acceptAll(Script script) {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                sockets.add(socket);
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(script, socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Script script, Socket socket) {
        try (socket) {
            script.run(new Connection(socket));
        } catch (IOException gone) {
            // The other side went first, which many tests are about.
            heads.add("");
        }
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
    }

    List<String> heads() {
        return heads.stream().filter(head -> !head.isEmpty()).toList();
    }

    int connections() {
        return connections.get();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
