package dev.mausbot.home.auth.session;

import dev.mausbot.home.boot.Secret;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/** What opens a session: 256 random bits, of which only the SHA-256 digest is kept. */
final class SessionToken {
    private static final String PREFIX = "omb_session_";
    private static final Pattern FORM = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");

    private SessionToken() {}

    static Secret mint() {
        return Secret.random(PREFIX);
    }

    /**
     * The digest of what may be a token; empty if it cannot be one. Looking a digest up takes a time that tells something of
     * the digest at most, and a digest opens nothing.
     */
    static Optional<String> digest(String candidate) {
        return FORM.matcher(candidate).matches() ? Optional.of(digest(new Secret(candidate))) : Optional.empty();
    }

    static String digest(Secret token) {
        return HexFormat.of().formatHex(token.digest());
    }
}
