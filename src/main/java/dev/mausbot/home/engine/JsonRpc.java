package dev.mausbot.home.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;

/**
 * JSON-RPC 2.0 (https://www.jsonrpc.org/specification), one message a line. What is read is attacker's text; what is written
 * has its line end.
 */
final class JsonRpc {
    private static final int LONGEST_ID = 256;
    private static final int NO_SUCH_METHOD = -32601;

    private JsonRpc() {}

    /**
     * What a line means to an engine's reader: its message if it is one, else junk. A request or notification has a method;
     * an answer has a result or an error and a plain id. That it says its version is not asked for, as not every agent does.
     */
    static List<TurnEvent> events(String line, Function<ObjectNode, List<TurnEvent>> reader) {
        return JsonLines.read(line).filter(JsonRpc::isMessage).map(reader).orElseGet(() -> JsonLines.junk(line));
    }

    private static boolean isMessage(ObjectNode message) {
        JsonNode id = message.path("id");
        boolean plainId =
                id.isIntegralNumber() || (id.isTextual() && id.textValue().length() <= LONGEST_ID);
        return message.path("method").isTextual()
                ? id.isMissingNode() || plainId
                : plainId && (message.has("result") || message.has("error"));
    }

    /** Whether this is the answer to the request of that id. */
    static boolean answers(ObjectNode message, int id) {
        JsonNode named = message.path("id");
        return named.isIntegralNumber() && named.canConvertToInt() && named.intValue() == id;
    }

    static String request(int id, String method, ObjectNode params) {
        return object().put("jsonrpc", "2.0")
                        .put("id", id)
                        .put("method", method)
                        .set("params", params)
                + "\n";
    }

    static String notification(String method, ObjectNode params) {
        return object().put("jsonrpc", "2.0").put("method", method).set("params", params) + "\n";
    }

    static String result(JsonNode id, ObjectNode result) {
        return object().put("jsonrpc", "2.0").<ObjectNode>set("id", id).set("result", result) + "\n";
    }

    static String noSuchMethod(JsonNode id) {
        ObjectNode message = object().put("jsonrpc", "2.0").set("id", id);
        message.putObject("error").put("code", NO_SUCH_METHOD).put("message", "this client does not offer that");
        return message + "\n";
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
