package dev.mausbot.home.auth;

import dev.mausbot.home.boot.Secret;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * The bearer that opens the API until the server stops. A new one is made at each start and is kept nowhere: whoever can
 * read the server's output is the owner.
 */
public final class StartToken {
    private static final String PREFIX = "omb_start_";
    private static final int RANDOM_BYTES = 32;

    private final Secret secret;

    private StartToken(Secret secret) {
        this.secret = secret;
    }

    /** Makes one that nobody has seen. */
    public static StartToken mint() {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        return new StartToken(
                new Secret(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random)));
    }

    /** The token itself, for the owner's eyes. */
    public String reveal() {
        return secret.reveal();
    }

    /** Whether this is it, in constant time. */
    boolean matches(String candidate) {
        return secret.matches(candidate);
    }
}
