package dev.mausbot.home.auth;

import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a browser sent a request for a page of this server's own (RFC 6454; W3C Fetch Metadata). A browser sends cookies
 * along with what other pages make it send, and says so in two headers that no page can set.
 *
 * @param publicAuthority of the machine's public address, which is {@code https}; empty on a person's own machine
 */
record OriginRule(Optional<String> publicAuthority) {
    private static final String ORIGIN = "Origin";
    private static final String SITE = "Sec-Fetch-Site";
    private static final String MODE = "Sec-Fetch-Mode";
    private static final String OWN = "same-origin";

    /** What a browser says when nobody's page asked: an address that was typed, a bookmark. */
    private static final Set<String> NOT_ANOTHERS = Set.of(OWN, "none");

    static OriginRule of(HostRule hosts) {
        return new OriginRule(hosts.publicAuthority());
    }

    /** Whether a change may be made: a page of ours asked for it, by what it says and by all that it says. */
    boolean changeIsOurs(MultiMap headers) {
        List<String> origins = headers.getAll(ORIGIN);
        List<String> sites = headers.getAll(SITE);
        return fromBrowser(headers)
                && (origins.isEmpty() || origins.equals(List.of(own(headers))))
                && (sites.isEmpty() || sites.equals(List.of(OWN)));
    }

    /** Whether something may be read: by a page of ours, or by a person who comes from anywhere to look at it. */
    boolean readIsOurs(MultiMap headers) {
        List<String> sites = headers.getAll(SITE);
        return sites.isEmpty()
                || (sites.size() == 1 && NOT_ANOTHERS.contains(sites.getFirst()))
                || headers.getAll(MODE).equals(List.of("navigate"));
    }

    /** Whether a browser says for which page it asks; programs say nothing. */
    boolean fromBrowser(MultiMap headers) {
        return headers.contains(ORIGIN) || headers.contains(SITE);
    }

    /** Our own origin; without a public address it is by whichever of our names the browser came. */
    private String own(MultiMap headers) {
        return publicAuthority
                .map(authority -> "https://" + authority)
                .orElseGet(() -> "http://"
                        + Optional.ofNullable(headers.get("Host")).orElse("").toLowerCase(Locale.ROOT));
    }
}
