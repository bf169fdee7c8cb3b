package dev.mausbot.home.broker;

import dev.mausbot.home.boot.Secret;
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
        return new BrokerToken(Secret.random(PREFIX).reveal());
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
        return new Secret(text).digest();
    }

    @Override
    public String toString() {
        return PREFIX + "***";
    }
}
