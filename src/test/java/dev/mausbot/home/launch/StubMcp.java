package dev.mausbot.home.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An MCP server over streamable HTTP at exactly {@code /mcp} on loopback, with sessions and one tool, {@code lookup}, that
 * says what it was asked for. It can have one of the ways of real servers that clients stumble over.
 */
public final class StubMcp implements AutoCloseable {
    public static final String HEADER = "X-Team";
    private static final String SESSION = "Mcp-Session-Id";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What is peculiar about it. */
    public enum Way {
        PLAIN,
        /** Without {@link #HEADER} and the right value in it every request is answered 401. */
        DEMANDS_A_HEADER,
        /** It lists its tools and answers 401 to a call of one. */
        REFUSES_CALLS,
        /** It knows nothing of its first session any more when a tool is called in it: 404, as the specification says. */
        LOSES_ITS_SESSION,
        /** It answers only what calls it with Java's own client, as the home does without the broker. */
        KNOWS_THE_HOME_ONLY
    }

    private final Way way;
    private final String secret;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final AtomicInteger sessions = new AtomicInteger();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private volatile Runnable whenAsked = () -> {};

    public StubMcp(Way way, String secret) throws IOException {
        this.way = way;
        this.secret = secret;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    }

    /** Every request so far: its HTTP method and path, the JSON-RPC method, the session, and the status of its answer. */
    public List<String> received() {
        return List.copyOf(received);
    }

    /** Does something whenever a request has come, before it is answered. */
    public StubMcp whenAsked(Runnable look) {
        whenAsked = look;
        return this;
    }

    private record Answer(int status, Optional<ObjectNode> body) {}

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            whenAsked.run();
            JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
            String session = first(exchange, SESSION);
            Answer answer = answer(exchange, request, session);
            received.add("%s %s %s %s %d"
                    .formatted(
                            exchange.getRequestMethod(),
                            exchange.getRequestURI(),
                            request.path("method").asText("-"),
                            session.isEmpty() ? "-" : session,
                            answer.status()));
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            if (answer.status() == 401) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
            }
            byte[] body = answer.body().map(ObjectNode::toString).orElse("").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private Answer answer(HttpExchange exchange, JsonNode request, String session) {
        if (!exchange.getRequestURI().toString().equals("/mcp")) {
            return new Answer(404, Optional.empty());
        }
        if (way == Way.DEMANDS_A_HEADER && !first(exchange, HEADER).equals(secret)) {
            return new Answer(401, Optional.empty());
        }
        if (way == Way.KNOWS_THE_HOME_ONLY && !first(exchange, "User-Agent").startsWith("Java-http-client")) {
            return new Answer(500, Optional.empty());
        }
        if (!exchange.getRequestMethod().equals("POST")) {
            return new Answer(405, Optional.empty());
        }
        String method = request.path("method").asText();
        if (method.equals("initialize")) {
            exchange.getResponseHeaders().set(SESSION, "s" + sessions.incrementAndGet());
        } else if (!session.equals("s" + sessions.get())
                || (way == Way.LOSES_ITS_SESSION && session.equals("s1") && method.equals("tools/call"))) {
            return new Answer(404, Optional.empty());
        }
        if (way == Way.REFUSES_CALLS && method.equals("tools/call")) {
            return new Answer(401, Optional.empty());
        }
        return request.has("id")
                ? new Answer(200, Optional.of(result(request, method)))
                : new Answer(202, Optional.empty());
    }

    private static ObjectNode result(JsonNode request, String method) {
        ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", request.path("id"));
        ObjectNode result = answer.putObject("result");
        switch (method) {
            case "initialize" -> {
                result.set("protocolVersion", request.path("params").path("protocolVersion"));
                result.putObject("capabilities").putObject("tools");
                result.putObject("serverInfo").put("name", "stub").put("version", "1");
            }
            case "tools/list" -> {
                ObjectNode tool = result.putArray("tools").addObject().put("name", "lookup");
                ObjectNode schema = tool.putObject("inputSchema").put("type", "object");
                schema.putObject("properties").putObject("what").put("type", "string");
            }
            case "tools/call" ->
                result.putArray("content")
                        .addObject()
                        .put("type", "text")
                        .put(
                                "text",
                                "found "
                                        + request.path("params")
                                                .path("arguments")
                                                .path("what")
                                                .asText());
            default -> {
                // It has nothing else.
            }
        }
        return answer;
    }

    private static String first(HttpExchange exchange, String header) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(header))
                .orElse("");
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
