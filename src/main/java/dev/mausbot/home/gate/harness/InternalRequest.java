package dev.mausbot.home.gate.harness;

import dev.mausbot.home.gate.Caller;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;

/**
 * A request that the harness gate let through.
 *
 * @param caller who calls, known from the socket and the capability, never from what was sent
 * @param method the HTTP method, upper case
 * @param path the normalised path below {@code /api/internal/}, without that prefix and without a query
 * @param query the raw query, empty if there is none
 * @param headers as they came, their names in lower case and those of one name joined by a comma, but for the one that holds
 *     the capability; attacker's text
 * @param body the whole body, bounded by the gate; attacker's text
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; copied on the way in
public record InternalRequest(
        Caller caller, String method, String path, String query, Map<String, String> headers, byte[] body) {
    public InternalRequest {
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(query, "query");
        headers = Map.copyOf(headers);
        body = Arrays.copyOf(body, body.length);
    }
}
