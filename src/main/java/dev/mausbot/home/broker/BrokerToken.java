package dev.mausbot.home.broker;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * What a box holds in a key's place: {@code omb_t0_} and 32 bytes in base64url (RFC 4648 section 5, no padding). It may
 * stand in that box's environment, files and addresses, never in an argument list or a log.
 */
public final class BrokerToken {
    static final String PREFIX = "omb_t0_";
    private static final int BYTES = 32;
    private static final Pattern SHAPE = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");

    private final String text;

    private BrokerToken(String text) {
        this.text = text;
    }

    /** A new one, unlike any other. */
    static BrokerToken mint() {
        byte[] random = new byte[BYTES];
        // Not kept in a field of the class: a native executable would carry the seed that its build had.
        new SecureRandom().nextBytes(random);
        return of(random);
    }

    /** The one that is made of these bytes, which nobody can guess. */
    static BrokerToken of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a token has " + BYTES + " bytes");
        }
        return new BrokerToken(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** The text that the box is given. */
    public String text() {
        return text;
    }

    /** Whether a text has the shape of a token. */
    public static boolean isOne(String text) {
        return SHAPE.matcher(text).matches();
    }

    /** What is kept of it. */
    static byte[] digest(String text) {
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
