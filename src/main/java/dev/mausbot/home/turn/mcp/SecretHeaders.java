package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.turn.BadField;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Headers that the owner sets for an upstream (RFC 9110 section 5). Their values are secrets: no fault repeats one. */
final class SecretHeaders {
    private static final int MOST = 32;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}");
    /** Printable ASCII with no space at either end. An invalid one would be quoted in an HTTP client's exception. */
    private static final Pattern VALUE = Pattern.compile("[!-~](?:[ -~]{0,4094}[!-~])?");

    /** They frame the message or belong to the connection; set by hand they make one message two. */
    private static final Set<String> NOT_FOR_OWNERS = Set.of(
            "connection",
            "content-encoding",
            "content-length",
            "date",
            "expect",
            "host",
            "keep-alive",
            "mcp-session-id",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private SecretHeaders() {}

    /** The headers as they were given, checked; none if nothing was given. */
    static Map<String, String> of(String field, @Nullable Map<String, String> given) {
        if (given == null) {
            return Map.of();
        }
        if (given.size() > MOST) {
            throw new BadField(field, "has more than " + MOST + " entries");
        }
        Set<String> seen = new HashSet<>();
        given.forEach((name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!NAME.matcher(name).matches()) {
                throw new BadField(field, "has a name that is no header's");
            }
            if (NOT_FOR_OWNERS.contains(lower) || lower.startsWith("proxy-") || lower.startsWith("x-omb-")) {
                throw new BadField(field, "cannot set " + lower);
            }
            if (!seen.add(lower)) {
                throw new BadField(field, "has " + lower + " twice");
            }
            if (value == null || !VALUE.matcher(value).matches()) {
                throw new BadField(field, "has no value of 1 to 4096 printable ASCII characters for " + lower);
            }
        });
        return Map.copyOf(new TreeMap<>(given));
    }
}
