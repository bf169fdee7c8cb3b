package dev.mausbot.home.auth.pairing;

import dev.mausbot.home.boot.Secret;
import java.security.MessageDigest;

/** What is kept of a code or a credential. */
final class Digest {
    private final byte[] sha256;

    private Digest(byte[] sha256) {
        this.sha256 = sha256;
    }

    static Digest of(String text) {
        return new Digest(new Secret(text).digest());
    }

    /** Compares in constant time. */
    boolean isThatOf(Digest other) {
        return MessageDigest.isEqual(sha256, other.sha256);
    }
}
