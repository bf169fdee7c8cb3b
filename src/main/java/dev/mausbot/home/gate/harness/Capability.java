package dev.mausbot.home.gate.harness;

import dev.mausbot.home.boot.Secret;
import java.security.MessageDigest;

/**
 * What lets one turn use the harness gate: {@code omb_cap_} and 32 random bytes in base64url (RFC 4648 section 5, no
 * padding). It stands in its box's environment, never in an argument list or a log.
 */
public final class Capability {
    private static final String PREFIX = "omb_cap_";

    private final Secret secret;
    private final byte[] digest;
    private volatile boolean revoked;

    private Capability(Secret secret) {
        this.secret = secret;
        this.digest = secret.digest();
    }

    /** A new one, unlike any other. */
    public static Capability mint() {
        return new Capability(Secret.random(PREFIX));
    }

    /** The text that the box is given. */
    public String text() {
        return secret.reveal();
    }

    /** From now on nobody has it. May be done twice. */
    public void revoke() {
        revoked = true;
    }

    /** Digests are compared, so that the time taken tells nothing about the text, not even its length. */
    boolean isHeldBy(String candidate) {
        return MessageDigest.isEqual(new Secret(candidate).digest(), digest) && !revoked;
    }

    @Override
    public String toString() {
        return PREFIX + "***";
    }
}
