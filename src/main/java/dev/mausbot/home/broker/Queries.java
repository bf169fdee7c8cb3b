package dev.mausbot.home.broker;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** A box's query (RFC 3986 section 3.4) beside that of a grant's own address. */
final class Queries {
    /** Parameters by which providers take a credential. */
    private static final Set<String> CREDENTIALS = Set.of(
            "key",
            "api_key",
            "api-key",
            "apikey",
            "x-api-key",
            "access_token",
            "oauth_token",
            "authorization",
            "token");

    private Queries() {}

    /**
     * The upstream's own query and then what of the box's may follow it, with the question mark; what is kept is kept
     * byte for byte. The box can neither bring a credential nor say something else where the owner has said something.
     */
    static String merged(Optional<String> own, Optional<String> boxes) {
        Set<String> said = new HashSet<>(CREDENTIALS);
        own.ifPresent(query -> split(query).forEach(parameter -> said.add(name(parameter))));
        List<String> all = new ArrayList<>();
        own.ifPresent(all::add);
        boxes.ifPresent(query -> split(query).stream()
                .filter(parameter -> !said.contains(name(parameter)))
                .forEach(all::add));
        return all.isEmpty() ? "" : "?" + String.join("&", all);
    }

    private static List<String> split(String query) {
        return List.of(query.split("&", -1));
    }

    /** As a server would read it, and as one that ignores case or cuts at a semicolon would. */
    private static String name(String parameter) {
        int end = parameter.indexOf('=');
        String raw = end < 0 ? parameter : parameter.substring(0, end);
        return URLDecoder.decode(raw, StandardCharsets.UTF_8).strip().toLowerCase(Locale.ROOT);
    }
}
