package dev.mausbot.home.turn.mcp;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which headers of a box's call reach a connected app, and which of its answer reach the box. */
final class PassedHeaders {
    /** RFC 9110 section 7.6.1, and what frames a message: each connection has its own. */
    private static final Set<String> OF_THE_CONNECTION = Set.of(
            "connection",
            "content-length",
            "expect",
            "host",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    /** Whatever a box shows as its own credential is not the owner's, and could be mistaken for it. */
    private static final Set<String> CREDENTIALS =
            Set.of("api-key", "authorization", "cookie", "x-api-key", "x-auth-token", "x-goog-api-key");

    /** Who is on the other side is said by this server alone. */
    private static final Set<String> ORIGINS = Set.of("forwarded", "origin", "referer", "via", "x-real-ip");

    private PassedHeaders() {}

    /** Of a call: without the connection's, credentials, those that say where it came from, and those that are added. */
    static Map<String, String> up(Map<String, String> fromBox, Set<String> added) {
        Set<String> dropped = union(OF_THE_CONNECTION, CREDENTIALS, ORIGINS, named(fromBox.get("connection")));
        added.forEach(name -> dropped.add(name.toLowerCase(Locale.ROOT)));
        return fromBox.entrySet().stream()
                .filter(header -> !dropped.contains(header.getKey()))
                .filter(header -> Stream.of("proxy-", "x-forwarded-", "x-omb-").noneMatch(header.getKey()::startsWith))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Of an answer: without the connection's, cookies, and what only this server's gates may say. */
    static Map<String, String> down(Map<String, List<String>> fromApp) {
        Map<String, String> all = new TreeMap<>();
        fromApp.forEach((name, values) -> all.put(name.toLowerCase(Locale.ROOT), String.join(", ", values)));
        Set<String> dropped =
                union(OF_THE_CONNECTION, Set.of("content-type", "set-cookie", "alt-svc"), named(all.get("connection")));
        all.keySet()
                .removeIf(name -> name.startsWith(":")
                        || name.startsWith("x-omb-")
                        || name.startsWith("proxy-")
                        || dropped.contains(name));
        return all;
    }

    /** A connection header names others that belong to the connection. */
    private static Set<String> named(@Nullable String connection) {
        return connection == null
                ? Set.of()
                : Stream.of(connection.toLowerCase(Locale.ROOT).split(",", -1))
                        .map(String::strip)
                        .collect(Collectors.toSet());
    }

    @SafeVarargs
    private static Set<String> union(Set<String>... sets) {
        Set<String> all = new HashSet<>();
        for (Set<String> set : sets) {
            all.addAll(set);
        }
        return all;
    }
}
