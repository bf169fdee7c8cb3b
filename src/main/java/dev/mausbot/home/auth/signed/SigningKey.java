package dev.mausbot.home.auth.signed;

import dev.mausbot.home.boot.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What a machine and its Admin share: signs and verifies with HMAC-SHA256 (RFC 2104), the key being the secret's text. */
public final class SigningKey {
    private static final String ALGORITHM = "HmacSHA256";
    private static final String PREFIX = "v1=";

    private final SecretKeySpec key;

    public SigningKey(Secret secret) {
        this.key = new SecretKeySpec(secret.reveal().getBytes(StandardCharsets.UTF_8), ALGORITHM);
    }

    /** The signature as the header has it: {@code v1=} and the MAC in base64url without padding. */
    public String sign(Canonical message) {
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(mac(message));
    }

    /**
     * Whether this is the message's signature. Compares the spelled signatures, in time that depends on the candidate's
     * length only: a decoder would accept several spellings of one MAC.
     */
    public boolean verifies(Canonical message, String signature) {
        return MessageDigest.isEqual(
                sign(message).getBytes(StandardCharsets.UTF_8), signature.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] mac(Canonical message) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(message.bytes());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
        }
    }

    @Override
    public String toString() {
        return "***";
    }
}
