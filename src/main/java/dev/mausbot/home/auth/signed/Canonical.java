package dev.mausbot.home.auth.signed;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The one spelling of a message that a signature is about: version, time, nonce, method, raw target and the hash of the raw
 * body, each on a line of its own. None of them can hold a line end, so no two messages are spelled alike.
 */
public final class Canonical {
    private static final String VERSION = "v1";
    /** Stands where a request has its method; no request has this one, so neither passes for the other. */
    private static final String REPORT = "REPORT";

    private final String text;

    private Canonical(String timestamp, String nonce, String method, String target, byte[] body) {
        this.text = String.join("\n", VERSION, timestamp, nonce, method, target, hash(body));
    }

    /**
     * Spells a request.
     *
     * @param target path and query exactly as they are sent
     * @param body exactly as it is sent; empty where there is none
     */
    public static Canonical request(long seconds, String nonce, String method, String target, byte[] body) {
        return new Canonical(Long.toString(seconds), nonce, method, target, body);
    }

    /**
     * Spells the answer to a request, whose nonce it holds: an old answer cannot pass for one to a new request.
     *
     * @param path what was asked for
     */
    public static Canonical report(long seconds, String requestNonce, String path, byte[] body) {
        return new Canonical(Long.toString(seconds), requestNonce, REPORT, path, body);
    }

    byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String hash(byte[] body) {
        try {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
