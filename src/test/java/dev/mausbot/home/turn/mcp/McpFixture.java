package dev.mausbot.home.turn.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** Upstreams on loopback: an MCP server in either of its forms, others that are none, and all that they were sent. */
final class McpFixture implements AutoCloseable {
    private final HttpServer server;
    private final List<Received> received = new CopyOnWriteArrayList<>();

    /** One request as it arrived. */
    record Received(String method, String target, Map<String, List<String>> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name, List.of("(none)")).getFirst();
        }

        boolean has(String name) {
            return headers.keySet().stream().anyMatch(name::equalsIgnoreCase);
        }
    }

    McpFixture() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    List<Received> received() {
        return List.copyOf(received);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String path = exchange.getRequestURI().getPath();
        received.add(new Received(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                Map.copyOf(exchange.getRequestHeaders()),
                body));
        switch (path) {
            case "/json" -> mcp(exchange, body, /* stream= */ false);
            case "/stream" -> mcp(exchange, body, /* stream= */ true);
            case "/redirect" -> {
                exchange.getResponseHeaders().set("Location", at("/json").toString());
                reply(exchange, 302, "");
            }
            case "/guarded" -> {
                boolean known =
                        "Bearer secret".equals(exchange.getRequestHeaders().getFirst("Authorization"));
                if (known) {
                    mcp(exchange, body, /* stream= */ false);
                } else {
                    reply(exchange, 401, "who are you");
                }
            }
            case "/nonsense" -> reply(exchange, 200, "<html>hello</html>");
            case "/large" -> reply(exchange, 200, "x".repeat(5 << 20));
            case "/api/echo" -> {
                exchange.getResponseHeaders().set("X-Omb-Gate", "forged");
                exchange.getResponseHeaders().set("Set-Cookie", "a=b");
                exchange.getResponseHeaders().set("X-Kept", "yes");
                reply(exchange, 201, body);
            }
            default -> reply(exchange, 404, "nothing");
        }
    }

    private static void mcp(HttpExchange exchange, String body, boolean stream) throws IOException {
        exchange.getResponseHeaders().set("Mcp-Session-Id", "session-1");
        String result = "";
        if (body.contains("\"initialize\"")) {
            result = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
                    + "\"serverInfo\":{\"name\":\"do\\u0007cs\",\"version\":\"1.2\"}}}";
        } else if (body.contains("\"tools/list\"")) {
            result = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"tools\":[{\"name\":\"a\"},{\"name\":\"b\"}]}}";
        }
        if (result.isEmpty()) {
            reply(exchange, 202, "");
        } else if (stream) {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            reply(
                    exchange,
                    200,
                    ": hello\n\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n\n"
                            + "event: message\ndata: " + result + "\n\n");
        } else {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            reply(exchange, 200, result);
        }
    }

    private static void reply(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    /** A unix socket on which each connection is joined to this server, or, if it is to be broken, just closed. */
    AutoCloseable socketAt(Path path, boolean broken) throws IOException {
        ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listening.bind(UnixDomainSocketAddress.of(path));
        Thread.ofVirtual().start(() -> accept(listening, broken));
        return listening;
    }

    private void accept(ServerSocketChannel listening, boolean broken) {
        while (true) {
            try {
                SocketChannel box = listening.accept();
                if (broken) {
                    box.close();
                } else {
                    join(box);
                }
            } catch (IOException over) {
                return;
            }
        }
    }

    private void join(SocketChannel box) throws IOException {
        SocketChannel upstream = SocketChannel.open(server.getAddress());
        pump(box, upstream);
        pump(upstream, box);
    }

    private static void pump(SocketChannel from, SocketChannel to) {
        Thread.ofVirtual().start(() -> {
            try (InputStream in = Channels.newInputStream(from);
                    OutputStream out = Channels.newOutputStream(to)) {
                in.transferTo(out);
            } catch (IOException over) {
                // one end went away, and with it the pair
            }
        });
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
