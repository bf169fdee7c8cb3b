package dev.mausbot.home.auth.signed;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The three headers of a signed message, of the one form that is accepted.
 *
 * @param seconds when it was signed, since 1970
 * @param nonce chosen by who asks, never twice
 * @param signature as {@link SigningKey#sign} writes it
 */
public record SignedHeaders(long seconds, String nonce, String signature) {
    public static final String TIMESTAMP = "x-omb-cloud-timestamp";
    public static final String NONCE = "x-omb-cloud-nonce";
    public static final String SIGNATURE = "x-omb-cloud-signature";

    /** No leading zero, so that the number and its text are one. */
    private static final Pattern SECONDS = Pattern.compile("[1-9][0-9]{0,11}");

    private static final Pattern NONCES = Pattern.compile("[A-Za-z0-9_-]{16,128}");
    private static final Pattern SIGNATURES = Pattern.compile("v1=[A-Za-z0-9_-]{43}");

    /** Reads them; empty if one is missing, is there twice or is malformed. */
    public static Optional<SignedHeaders> read(Function<String, List<String>> headers) {
        return one(headers.apply(TIMESTAMP), SECONDS)
                .flatMap(time -> one(headers.apply(NONCE), NONCES)
                        .flatMap(nonce -> one(headers.apply(SIGNATURE), SIGNATURES)
                                .map(signature -> new SignedHeaders(Long.parseLong(time), nonce, signature))));
    }

    /** As they are sent. */
    public Map<String, String> asSent() {
        Map<String, String> sent = new LinkedHashMap<>();
        sent.put(TIMESTAMP, Long.toString(seconds));
        sent.put(NONCE, nonce);
        sent.put(SIGNATURE, signature);
        return sent;
    }

    /** Two headers of one name mean two things to two readers. */
    private static Optional<String> one(List<String> values, Pattern form) {
        return values.size() == 1 && form.matcher(values.getFirst()).matches()
                ? Optional.of(values.getFirst())
                : Optional.empty();
    }
}
