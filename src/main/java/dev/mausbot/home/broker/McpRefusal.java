package dev.mausbot.home.broker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/**
 * What an engine is told when an MCP server refuses the credentials that the broker added. A 401 would start the engine's
 * own sign-in, which cannot work, since the broker drops what the engine would sign in with. A tool call gets a failed
 * result instead (MCP 2025-11-25, "Error Handling" of tools), which the model reads.
 *
 * @param contentType of the answer
 * @param body of the answer
 */
record McpRefusal(String contentType, Buffer body) {
    /** How much of a request is looked at. */
    static final int MOST_BYTES = 1024 * 1024;

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final String JSON = "application/json";
    private static final String EVENTS = "text/event-stream";

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** Whether a status asks for other credentials; 403 does if it says which (RFC 9110 section 11.6.1). */
    static boolean isOne(int status, boolean hasChallenge) {
        return status == UNAUTHORIZED || (status == FORBIDDEN && hasChallenge);
    }

    /**
     * The failed result for a tool call; empty if the request was none.
     *
     * @param server the MCP server's name
     * @param request the whole body of the request
     * @param accept what the engine can read, a header's value; JSON if it says nothing
     */
    static Optional<McpRefusal> of(String server, Buffer request, String accept) {
        return toolCall(request).map(id -> {
            ObjectNode answer = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
            answer.set("id", id);
            ObjectNode result = answer.putObject("result");
            result.putArray("content").addObject().put("type", "text").put("text", sentence(server));
            result.put("isError", true);
            return inForm(answer, accept.toLowerCase(Locale.ROOT));
        });
    }

    private static String sentence(String server) {
        return "The MCP server \"" + server + "\" refused this call: it did not accept the credentials that this home"
                + " holds for it. Trying again will not help. Tell the owner to correct the headers of \"" + server
                + "\" in the MCP settings; the next message then uses them.";
    }

    /** A server may answer a call either way, and a client that can read both gets the plainer one. */
    private static McpRefusal inForm(ObjectNode answer, String accept) {
        boolean eventsOnly = accept.contains(EVENTS) && !accept.contains(JSON) && !accept.contains("*/*");
        return eventsOnly
                ? new McpRefusal(EVENTS, Buffer.buffer("event: message\ndata: " + answer + "\n\n"))
                : new McpRefusal(JSON, Buffer.buffer(answer.toString()));
    }

    /** The id of a JSON-RPC 2.0 request for {@code tools/call}. */
    private static Optional<JsonNode> toolCall(Buffer request) {
        try {
            JsonNode read = MAPPER.readTree(request.getBytes());
            JsonNode id = read.path("id");
            boolean call = read.path("method").asText("").equals("tools/call") && (id.isTextual() || id.isNumber());
            return call ? Optional.of(id) : Optional.empty();
        } catch (JsonProcessingException notJson) {
            return Optional.empty();
        } catch (IOException impossible) {
            throw new IllegalStateException("bytes in memory can be read", impossible);
        }
    }
}
