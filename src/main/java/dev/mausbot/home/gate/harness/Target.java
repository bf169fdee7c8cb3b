package dev.mausbot.home.gate.harness;

import java.util.regex.Pattern;

/**
 * What a request's target (RFC 9112 section 3.2) means. A target is let through only if no reader could take it for
 * another: what is not plain is refused, never normalised, since a second reader may normalise otherwise.
 */
sealed interface Target {
    /** Below the prefix; neither part has been changed. */
    record Internal(String path, String query) implements Target {}

    /** Not for this gate. */
    record Refused(Refusal refusal) implements Target {}

    String PREFIX = "/api/internal/";

    int MAX_LENGTH = 4096;

    /**
     * Segments of unreserved characters (RFC 3986 section 2.3), none of them {@code .} or {@code ..}. With no {@code %},
     * {@code ;} or backslash there is nothing that decoding could change, however often it is done.
     */
    Pattern PLAIN_PATH = Pattern.compile("(?:(?!\\.{1,2}(?:/|$))[A-Za-z0-9._~-]++(?:/|$))*+");

    /** RFC 3986 section 3.4, percent signs only before two hexadecimal digits. */
    Pattern PLAIN_QUERY = Pattern.compile("(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*+");

    static Target of(String raw) {
        if (!raw.startsWith("/")) {
            return new Refused(Refusal.NOT_A_PATH);
        }
        if (!raw.startsWith(PREFIX)) {
            return new Refused(Refusal.NOT_INTERNAL);
        }
        int mark = raw.indexOf('?');
        String path = raw.substring(PREFIX.length(), mark < 0 ? raw.length() : Math.max(mark, PREFIX.length()));
        String query = mark < 0 ? "" : raw.substring(mark + 1);
        boolean plain = raw.length() <= MAX_LENGTH
                && PLAIN_PATH.matcher(path).matches()
                && PLAIN_QUERY.matcher(query).matches();
        return plain ? new Internal(path, query) : new Refused(Refusal.NOT_PLAIN);
    }
}
