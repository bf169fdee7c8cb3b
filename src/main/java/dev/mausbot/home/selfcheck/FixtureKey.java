package dev.mausbot.home.selfcheck;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** A provider's key that is good for the fixture's upstream alone, and what the probe is told of it instead. */
final class FixtureKey {
    private static final String BEGINNING = "sk-ant-omb-check-";
    private static final int RANDOM_BYTES = 32;

    private final String text;

    private FixtureKey(String text) {
        this.text = text;
    }

    static FixtureKey mint() {
        return new FixtureKey(BEGINNING + random());
    }

    /** 256 random bits in base64url. */
    static String random() {
        byte[] random = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /** The key itself, for the upstream and for the plan, which the broker takes it out of. */
    String reveal() {
        return text;
    }

    String beginning() {
        return BEGINNING;
    }

    int length() {
        return text.length();
    }

    String sha256() {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    @Override
    public String toString() {
        return BEGINNING + "***";
    }
}
