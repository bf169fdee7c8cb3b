package dev.mausbot.home.turn.keys;

import dev.mausbot.home.turn.BadField;
import dev.mausbot.home.turn.Fields;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An address that the owner configured (RFC 3986), in a form that every reader understands alike: {@code http} or
 * {@code https}, a host, and a path in which nothing climbs. No user: what is secret is sealed, never in an address.
 *
 * @param base the address without its query
 * @param query what follows the question mark, which may hold a key
 */
public record ConfiguredUrl(String base, Optional<String> query) {
    private static final int LONGEST = 2048;
    private static final int LAST_PORT = 0xffff;
    private static final String LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
    private static final String CHARACTER = "(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})";
    private static final Pattern FORM = Pattern.compile("(?<origin>https?://(?:" + LABEL + "(?:\\." + LABEL
            + ")*+|\\[[0-9a-f:.]{2,45}\\])(?::(?<port>[1-9][0-9]{0,4}))?)(?<path>(?:/" + CHARACTER
            + "*+)*+)(?:\\?(?<query>(?:" + CHARACTER + "|[/?])++))?");
    /** A segment that climbs, an empty one before another, or a slash, backslash or control character in disguise. */
    private static final Pattern AMBIGUOUS =
            Pattern.compile("/(?:\\.|%2e){1,2}(?:/|$)|//|%(?:2f|5c|[01][0-9a-f]|7f)", Pattern.CASE_INSENSITIVE);

    /** The address of one thing: kept exactly as it is, for a slash at its end can make it another one. */
    public static ConfiguredUrl exact(String field, @Nullable String text) {
        return read(field, text);
    }

    /** The address below which others are: no query, and a slash at its end means nothing. */
    public static ConfiguredUrl base(String field, @Nullable String text) {
        ConfiguredUrl read = read(field, text);
        if (read.query().isPresent()) {
            throw new BadField(field, "has a query, and paths are to be added to it");
        }
        return read.base().endsWith("/")
                ? new ConfiguredUrl(read.base().substring(0, read.base().length() - 1), Optional.empty())
                : read;
    }

    private static ConfiguredUrl read(String field, @Nullable String text) {
        Fields.line(field, text, LONGEST);
        Matcher matcher = FORM.matcher(String.valueOf(text));
        if (!matcher.matches()
                || AMBIGUOUS.matcher(matcher.group("path")).find()
                || !hasPort(matcher.group("port"))
                || !hasHost(matcher.group("origin"))) {
            throw new BadField(
                    field,
                    "is not an address such as https://host.example/path: http or https, a lower-case host, no user, no"
                            + " fragment, and nothing in the path that could be read in two ways");
        }
        return new ConfiguredUrl(
                matcher.group("origin") + matcher.group("path"), Optional.ofNullable(matcher.group("query")));
    }

    private static boolean hasPort(@Nullable String port) {
        return port == null || Integer.parseInt(port) <= LAST_PORT;
    }

    private static boolean hasHost(String origin) {
        try {
            return URI.create(origin).getHost() != null;
        } catch (IllegalArgumentException _) {
            return false; // colons in brackets that are no IPv6 address
        }
    }

    /** All of it, for whoever calls it. */
    public URI uri() {
        return URI.create(base + query.map(text -> "?" + text).orElse(""));
    }

    /** Without the query. */
    @Override
    public String toString() {
        return base;
    }
}
