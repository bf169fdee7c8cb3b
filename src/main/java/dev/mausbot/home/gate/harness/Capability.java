package dev.mausbot.home.gate.harness;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * What lets one turn use the harness gate: {@code omb_cap_} and 32 random bytes in base64url (RFC 4648 section 5, no
 * padding). It stands in its box's environment, never in an argument list or a log.
 */
public final class Capability {
    private static final String PREFIX = "omb_cap_";
    private static final int RANDOM_BYTES = 32;

    private final String text;
    private final byte[] digest;
    private volatile boolean revoked;

    private Capability(String text) {
        this.text = text;
        this.digest = sha256(text);
    }

    /** A new one, unlike any other. */
    public static Capability mint() {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        return new Capability(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random));
    }

    /** The text that the box is given. */
    public String text() {
        return text;
    }

    /** From now on nobody has it. May be done twice. */
    public void revoke() {
        revoked = true;
    }

    /** Digests are compared, so that the time taken tells nothing about the text, not even its length. */
    boolean isHeldBy(String candidate) {
        return MessageDigest.isEqual(sha256(candidate), digest) && !revoked;
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    @Override
    public String toString() {
        return PREFIX + "***";
    }
}
