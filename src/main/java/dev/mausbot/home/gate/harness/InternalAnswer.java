package dev.mausbot.home.gate.harness;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * What goes back to the box.
 *
 * @param status the HTTP status
 * @param contentType the body's media type
 * @param headers other headers; the gate itself frames the answer
 * @param body the whole body
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; copied on the way in
public record InternalAnswer(int status, String contentType, Map<String, String> headers, byte[] body) {
    public InternalAnswer {
        headers = Map.copyOf(headers);
        body = Arrays.copyOf(body, body.length);
    }

    /** One without other headers. */
    public InternalAnswer(int status, String contentType, byte[] body) {
        this(status, contentType, Map.of(), body);
    }

    /** An answer in JSON, as text. */
    public static InternalAnswer json(int status, String json) {
        return new InternalAnswer(status, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }
}
