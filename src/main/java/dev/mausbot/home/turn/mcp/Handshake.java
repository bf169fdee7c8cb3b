package dev.mausbot.home.turn.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * The beginning of an MCP session over streamable HTTP (MCP 2025-06-18, transports): {@code initialize}, the notification
 * that follows it, {@code tools/list}, and the session's end.
 */
final class Handshake {
    private static final String VERSION = "2025-06-18";
    private static final int LONGEST_WORD = 100;
    /** Visible ASCII, as the specification says; what is not is not sent back. */
    private static final Pattern SESSION = Pattern.compile("[!-~]{1,512}");

    private static final Pattern PROTOCOL = Pattern.compile("[0-9A-Za-z.-]{1,32}");

    private final HttpCaller caller;
    private final Map<String, String> headers =
            new HashMap<>(Map.of("content-type", "application/json", "accept", "application/json, text/event-stream"));

    private Handshake(HttpCaller caller) {
        this.caller = caller;
    }

    /** How it went. */
    sealed interface Outcome {
        /** It is an MCP server: its own name and version, how many tools it named, and whether there are more. */
        record Answered(String server, String version, int tools, boolean more) implements Outcome {}

        /** It is not, or not reached; the reason is in our own words. */
        record Failed(String reason) implements Outcome {}
    }

    /** Tries within this time, and closes the caller. */
    static Outcome with(HttpCaller caller, Duration limit) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        Thread.ofVirtual().name("mcp-test").start(() -> outcome.complete(new Handshake(caller).tried()));
        try (caller) {
            return outcome.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            return new Outcome.Failed("no answer within " + limit.toSeconds() + " s");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new Outcome.Failed("the server is going down");
        } catch (ExecutionException bug) {
            throw new IllegalStateException("it completes with an outcome only", bug);
        }
    }

    private Outcome tried() {
        try {
            return run();
        } catch (IOException failed) {
            return new Outcome.Failed(CallFault.of(failed));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new Outcome.Failed("the server is going down");
        } catch (RuntimeException odd) {
            // Its message may quote a header, and so a key.
            return new Outcome.Failed("it cannot be called (" + odd.getClass().getSimpleName() + ")");
        }
    }

    private Outcome run() throws IOException, InterruptedException {
        Optional<JsonNode> begun;
        try (HttpCaller.Reply reply = caller.send("POST", headers, call(1, "initialize", hello()))) {
            if (reply.status() != 200) {
                return new Outcome.Failed(refused(reply));
            }
            begun = JsonRpcReply.result(reply, 1);
            reply.header("mcp-session-id")
                    .filter(id -> SESSION.matcher(id).matches())
                    .ifPresent(id -> headers.put("mcp-session-id", id));
        }
        if (begun.isEmpty() || !begun.get().path("protocolVersion").isTextual()) {
            return new Outcome.Failed("it answered, but not as an MCP server does");
        }
        String protocol = begun.get().path("protocolVersion").textValue();
        headers.put("mcp-protocol-version", PROTOCOL.matcher(protocol).matches() ? protocol : VERSION);
        JsonNode info = begun.get().path("serverInfo");
        JsonNode tools = tools();
        return new Outcome.Answered(
                word(info.path("name")),
                word(info.path("version")),
                tools.path("tools").size(),
                tools.path("nextCursor").isTextual());
    }

    /** It is connected by now: a server that will not name its tools has none to count. */
    private JsonNode tools() throws InterruptedException {
        try {
            send("POST", notification());
            try (HttpCaller.Reply reply =
                    caller.send("POST", headers, call(2, "tools/list", JsonNodeFactory.instance.objectNode()))) {
                return JsonRpcReply.result(reply, 2).orElseGet(JsonNodeFactory.instance::objectNode);
            } finally {
                if (headers.containsKey("mcp-session-id")) {
                    send("DELETE", new byte[0]);
                }
            }
        } catch (IOException broke) {
            return JsonNodeFactory.instance.objectNode();
        }
    }

    private void send(String method, byte[] body) throws IOException, InterruptedException {
        caller.send(method, headers, body).close();
    }

    private static ObjectNode hello() {
        ObjectNode parameters = JsonNodeFactory.instance.objectNode().put("protocolVersion", VERSION);
        parameters.putObject("capabilities");
        parameters.putObject("clientInfo").put("name", "cloud-home").put("version", "test");
        return parameters;
    }

    private static byte[] call(int id, String method, ObjectNode parameters) {
        ObjectNode message = JsonNodeFactory.instance
                .objectNode()
                .put("jsonrpc", "2.0")
                .put("id", id)
                .put("method", method);
        message.set("params", parameters);
        return message.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] notification() {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}".getBytes(StandardCharsets.UTF_8);
    }

    private static String refused(HttpCaller.Reply reply) {
        int status = reply.status();
        String who = reply.header("x-omb-gate").isPresent() ? "the broker answered " : "it answered ";
        String hint = switch (status / 100 * 100) {
            case 300 -> ": it redirects, which is not followed; store the address that it names";
            case 400 ->
                switch (status) {
                    case 401, 403 -> ": check the headers that are stored for it";
                    case 404, 405 -> ": no MCP server with streamable HTTP is at that address";
                    default -> "";
                };
            default -> "";
        };
        return who + status + hint;
    }

    private static String word(JsonNode text) {
        String word = text.asText("").replaceAll("\\p{C}", "");
        return word.length() <= LONGEST_WORD ? word : word.substring(0, LONGEST_WORD) + "…";
    }
}
