package dev.mausbot.home.gate.harness;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What goes back to the box.
 *
 * @param status the HTTP status
 * @param contentType the body's media type
 * @param body the whole body
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; copied on the way in
public record InternalAnswer(int status, String contentType, byte[] body) {
    public InternalAnswer {
        body = Arrays.copyOf(body, body.length);
    }

    /** An answer in JSON, as text. */
    public static InternalAnswer json(int status, String json) {
        return new InternalAnswer(status, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }
}
