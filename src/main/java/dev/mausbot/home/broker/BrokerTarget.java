package dev.mausbot.home.broker;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a request's target (RFC 9112 section 3.2) means. As at the harness gate, a target is let through only if no reader
 * could take it for another, and nothing of it is normalised.
 */
sealed interface BrokerTarget {
    /**
     * A call of a grant.
     *
     * @param token from the path; empty if it is in a header ({@code /b/-/…})
     * @param grant the grant's id
     * @param rest below the grant, without a slash before it, unchanged
     * @param query unchanged
     */
    record Call(Optional<String> token, String grant, String rest, Optional<String> query) implements BrokerTarget {}

    /** Not for the broker. */
    record Refused(BrokerRefusal refusal) implements BrokerTarget {}

    String PREFIX = "/b/";

    int LONGEST = 8192;

    /**
     * {@code pchar} of RFC 3986 section 3.3 but for the semicolon, which some servers cut at. Percent-encoded is
     * everything else but controls, {@code /}, backslash, the dot, {@code %}, {@code ;}, {@code ?} and {@code #}: what
     * another reader would decode to a different path.
     */
    String SEGMENT = "(?!\\.{1,2}(?:/|$))"
            + "(?:[A-Za-z0-9._~!$&'()*+,=:@-]"
            + "|%(?![01]|7[fF]|2[35eEfF]|3[bBfF]|5[cC])[0-9A-Fa-f]{2})++";

    Pattern PATH = Pattern.compile("/b/(?<token>[A-Za-z0-9_-]{1,128}+)/(?<grant>[a-z0-9][a-z0-9-]{0,63}+)"
            + "(?:/(?<rest>(?:" + SEGMENT + "(?:/|$))*+))?");

    /** RFC 3986 section 3.4, percent signs only before two hexadecimal digits. */
    Pattern QUERY = Pattern.compile("(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*+");

    static BrokerTarget of(String raw) {
        if (!raw.startsWith(PREFIX)) {
            return new Refused(raw.startsWith("/") ? BrokerRefusal.NOT_OFFERED : BrokerRefusal.NOT_PLAIN);
        }
        int mark = raw.indexOf('?');
        Matcher path = PATH.matcher(mark < 0 ? raw : raw.substring(0, mark));
        Optional<String> query = mark < 0 ? Optional.empty() : Optional.of(raw.substring(mark + 1));
        boolean plain = raw.length() <= LONGEST
                && path.matches()
                && query.stream().allMatch(text -> QUERY.matcher(text).matches());
        if (!plain) {
            return new Refused(BrokerRefusal.NOT_PLAIN);
        }
        String rest = path.group("rest");
        return new Call(
                Optional.of(path.group("token")).filter(token -> !token.equals("-")),
                path.group("grant"),
                rest == null ? "" : rest,
                query);
    }
}
