package dev.mausbot.home.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * Stands in for the models' providers on loopback, whatever stands before their paths, and for an MCP server. A prompt with
 * {@code RUN:command:END} makes it ask for that command in the shell tool and then say what came of it, one with
 * {@code CALL:tool name=text:END} for that tool and one with {@code ASK:question|choice|choice:END} for the one that asks
 * its owner (in Anthropic's words only); any other prompt is answered with how many messages came before.
 */
public final class StubProvider implements AutoCloseable {
    static final Pattern RUN = Pattern.compile("RUN:(.*?):END", Pattern.DOTALL);
    static final Pattern CALL = Pattern.compile("CALL:([A-Za-z0-9_-]+) (\\w+)=(.*?):END");
    static final Pattern ASK = Pattern.compile("ASK:(.*?):END");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    /** Where a request went, and the credential that it showed. */
    public record Asked(String path, String credential) {}

    public StubProvider() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Where it listens. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Every request so far, in its order. */
    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            JsonNode request = JSON.readTree(exchange.getRequestBody());
            String path = exchange.getRequestURI().getPath();
            String key = exchange.getRequestHeaders()
                    .getOrDefault("x-api-key", List.of(""))
                    .getFirst();
            String bearer = exchange.getRequestHeaders()
                    .getOrDefault("Authorization", List.of(""))
                    .getFirst();
            asked.add(new Asked(path, key.isEmpty() ? bearer : key));
            String answer = words(path, request);
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            boolean stream = answer.contains("data: ");
            exchange.getResponseHeaders().set("content-type", stream ? "text/event-stream" : "application/json");
            exchange.sendResponseHeaders(body.length == 0 ? 202 : 200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static String words(String path, JsonNode request) throws IOException {
        if (path.contains("/mcp-")) {
            return mcp(request);
        }
        if (path.endsWith("/responses")) {
            return StubResponses.answer(request);
        }
        if (path.endsWith("/chat/completions")) {
            return StubChat.answer(request);
        }
        return path.endsWith("/v1/messages") ? StubMessages.answer(request) : "{}";
    }

    /** As much of an MCP server as a client asks when it starts. */
    private static String mcp(JsonNode request) {
        if (!request.has("id")) {
            return "";
        }
        ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0").set("id", request.path("id"));
        ObjectNode result = answer.putObject("result");
        switch (request.path("method").asText()) {
            case "initialize" -> {
                result.set("protocolVersion", request.path("params").path("protocolVersion"));
                result.putObject("capabilities").putObject("tools");
                result.putObject("serverInfo").put("name", "stub").put("version", "1");
            }
            case "tools/list" ->
                result.putArray("tools")
                        .addObject()
                        .put("name", "ping")
                        .putObject("inputSchema")
                        .put("type", "object");
            default -> {
                // Nothing more is needed.
            }
        }
        return answer.toString();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
