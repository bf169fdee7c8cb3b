package dev.mausbot.home.turn.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Finds the answer to one JSON-RPC call in what a server sends: as JSON, or as an event stream with others around it. */
final class JsonRpcReply {
    private static final int MOST_BYTES = 1 << 20;
    private static final JsonMapper JSON = new JsonMapper();

    private JsonRpcReply() {}

    /** The {@code result} of the call with that id; empty if the server says that it failed, or sends something else. */
    static Optional<JsonNode> result(HttpCaller.Reply reply, int id) throws IOException {
        InputStream bounded = new Bounded(reply.body());
        boolean stream =
                reply.header("content-type").orElse("").toLowerCase(Locale.ROOT).startsWith("text/event-stream");
        return stream
                ? inStream(bounded, id)
                : resultIn(new String(bounded.readAllBytes(), StandardCharsets.UTF_8), id);
    }

    /** Reads event by event (WHATWG HTML, section 9.2.6): the stream may stay open after the answer. */
    private static Optional<JsonNode> inStream(InputStream in, int id) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        StringBuilder data = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("data:")) {
                data.append(line, line.startsWith("data: ") ? 6 : 5, line.length())
                        .append('\n');
            } else if (line.isEmpty()) {
                Optional<JsonNode> result = resultIn(data.toString(), id);
                if (result.isPresent()) {
                    return result;
                }
                data.setLength(0);
            }
        }
        return Optional.empty();
    }

    private static Optional<JsonNode> resultIn(String text, int id) {
        try {
            JsonNode message = JSON.readTree(text);
            return message.path("id").asInt(-1) == id && message.path("result").isObject()
                    ? Optional.of(message.path("result"))
                    : Optional.empty();
        } catch (JsonProcessingException other) {
            return Optional.empty(); // not the answer; the caller says so
        }
    }

    /** Ends with an exception where too much comes. */
    private static final class Bounded extends InputStream {
        private final InputStream in;
        private int left = MOST_BYTES;

        Bounded(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            return count(in.read(), 1);
        }

        @Override
        public int read(byte[] to, int from, int most) throws IOException {
            int read = in.read(to, from, most);
            return count(read, read);
        }

        private int count(int result, int bytes) throws IOException {
            if (result >= 0) {
                left -= bytes;
                if (left < 0) {
                    throw new IOException("the answer is larger than " + MOST_BYTES + " bytes");
                }
            }
            return result;
        }
    }
}
