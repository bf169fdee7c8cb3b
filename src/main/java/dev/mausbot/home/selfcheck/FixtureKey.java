package dev.mausbot.home.selfcheck;

import dev.mausbot.home.boot.Secret;
import java.util.HexFormat;

/** A provider's key that is good for the fixture's upstream alone, and what the probe is told of it instead. */
final class FixtureKey {
    private static final String BEGINNING = "sk-ant-omb-check-";

    private final String text;

    private FixtureKey(String text) {
        this.text = text;
    }

    static FixtureKey mint() {
        return new FixtureKey(BEGINNING + random());
    }

    /** 256 random bits in base64url. */
    static String random() {
        return Secret.random("").reveal();
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
        return HexFormat.of().formatHex(new Secret(text).digest());
    }

    @Override
    public String toString() {
        return BEGINNING + "***";
    }
}
