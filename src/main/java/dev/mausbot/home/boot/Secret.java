package dev.mausbot.home.boot;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Objects;

/** A text that must not be shown: prints as {@code ***} and is compared in constant time. */
public final class Secret {
    private static final int RANDOM_BYTES = 32;

    private final String text;

    public Secret(String text) {
        this.text = Objects.requireNonNull(text, "text");
    }

    /** A new one that nobody can guess: a beginning, and 32 random bytes in base64url (RFC 4648 section 5, no padding). */
    public static Secret random(String beginning) {
        byte[] random = new byte[RANDOM_BYTES];
        // Not kept in a field of the class: a native executable would carry the seed that its build had.
        new SecureRandom().nextBytes(random);
        return new Secret(beginning + Base64.getUrlEncoder().withoutPadding().encodeToString(random));
    }

    /** The text itself, for the one place that sends it where it belongs. */
    public String reveal() {
        return text;
    }

    /** Compares in time that depends on the candidate's length only. */
    public boolean matches(String candidate) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), candidate.getBytes(StandardCharsets.UTF_8));
    }

    /** The text's SHA-256, to be kept in its place: it opens nothing, and of a long random text it tells nothing. */
    public byte[] digest() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && matches(secret.text);
    }

    @Override
    public int hashCode() {
        return Secret.class.hashCode();
    }

    @Override
    public String toString() {
        return "***";
    }
}
