package dev.mausbot.home.broker;

import io.vertx.core.MultiMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which headers pass the broker, each way. */
final class BrokerHeaders {
    static final String GATE = "x-omb-gate";

    /** RFC 9110 section 7.6.1: about one connection only. */
    private static final Set<String> HOP_BY_HOP =
            Set.of("connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "http2-settings");

    /** Where clients put a credential. */
    private static final List<String> CREDENTIALS = List.of("authorization", "x-api-key", "x-goog-api-key", "api-key");

    /**
     * What a box does not say to an upstream besides: other credentials; what the broker says itself; and what would make
     * a server take the request for another one, or for another client's.
     */
    private static final Set<String> NEVER_SENT = Set.of(
            "cookie",
            "cookie2",
            "host",
            "expect",
            "content-length",
            GATE,
            "x-http-method-override",
            "x-http-method",
            "x-method-override",
            "x-original-url",
            "x-rewrite-url",
            "forwarded",
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded-proto",
            "x-real-ip");

    /** A cookie may be a credential of its own, and the upstream may be reached without the broker. */
    private static final Set<String> NEVER_RETURNED = Set.of("set-cookie", "set-cookie2", GATE);

    private static final String PROXY = "proxy-";
    private static final String BEARER = "bearer ";

    private BrokerHeaders() {}

    /** The token in a request's credential header; empty if there is none or they disagree. */
    static Optional<String> token(MultiMap headers) {
        Set<String> found = new HashSet<>();
        for (String name : CREDENTIALS) {
            headers.getAll(name).forEach(value -> found.add(bare(value)));
        }
        return found.size() == 1 ? found.stream().findFirst() : Optional.empty();
    }

    private static String bare(String value) {
        return value.regionMatches(true, 0, BEARER, 0, BEARER.length()) ? value.substring(BEARER.length()) : value;
    }

    /** Fills in what is sent to an upstream: the box's headers without any credential, and those of the grant. */
    static void forUpstream(MultiMap from, Grant grant, MultiMap to) {
        Set<String> named = named(from);
        for (Map.Entry<String, String> header : from) {
            String name = plain(header.getKey());
            if (!HOP_BY_HOP.contains(name)
                    && !CREDENTIALS.contains(name)
                    && !NEVER_SENT.contains(name)
                    && !name.startsWith(PROXY)
                    && !named.contains(name)
                    && !grant.headers().containsKey(name)) {
                to.add(header.getKey(), header.getValue());
            }
        }
        // The framing is copied whatever a Connection header says, since the body is sent as it came.
        if (from.contains("content-length") && !from.contains("transfer-encoding")) {
            to.set("content-length", from.get("content-length"));
        }
        grant.headers().forEach((name, value) -> to.set(name, value.reveal()));
    }

    /** Fills in what is handed back to a box. */
    static void forBox(MultiMap from, MultiMap to) {
        Set<String> named = named(from);
        for (Map.Entry<String, String> header : from) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (!HOP_BY_HOP.contains(name)
                    && !NEVER_RETURNED.contains(name)
                    && !name.startsWith(PROXY)
                    && (!named.contains(name) || name.equals("content-length"))) {
                to.add(header.getKey(), header.getValue());
            }
        }
    }

    /** Some servers take an underscore for a hyphen, so x_api_key is a key as well. */
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What a Connection header makes hop-by-hop. */
    private static Set<String> named(MultiMap headers) {
        if (!headers.contains("connection")) {
            return Set.of();
        }
        Set<String> named = new HashSet<>();
        for (String value : headers.getAll("connection")) {
            for (String name : value.split(",", -1)) {
                named.add(plain(name.strip()));
            }
        }
        return named;
    }
}
