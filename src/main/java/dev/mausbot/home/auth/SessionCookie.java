package dev.mausbot.home.auth;

import dev.mausbot.home.boot.Secret;
import io.vertx.core.MultiMap;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The cookie of a browser's session (RFC 6265bis). No script reads it, no other site's page sends it along with a change,
 * and where there is TLS it is never sent without; its name then begins with {@code __Host-}, which no other host and no
 * connection without TLS can set.
 *
 * @param https whether browsers reach this machine by TLS
 */
record SessionCookie(boolean https) {
    private static final String FLAGS = "; Path=/; HttpOnly; SameSite=Lax";

    static SessionCookie of(HostRule hosts) {
        return new SessionCookie(hosts.publicAuthority().isPresent());
    }

    String name() {
        return https ? "__Host-omb_session" : "omb_session";
    }

    /** The value of {@code Set-Cookie} that keeps a session. */
    String keep(Secret token, Duration lasts) {
        return set(token.reveal(), lasts.toSeconds());
    }

    /** The value of {@code Set-Cookie} that removes it. */
    String remove() {
        return set("", 0);
    }

    private String set(String value, long seconds) {
        return name() + "=" + value + FLAGS + "; Max-Age=" + seconds + (https ? "; Secure" : "");
    }

    /** Whether the request brings one, whatever is in it. */
    boolean comesWith(MultiMap headers) {
        return values(headers).findAny().isPresent();
    }

    /** The token that came along; empty if there is none, or more than one, of which one would be somebody else's. */
    Optional<String> read(MultiMap headers) {
        List<String> found = values(headers).limit(2).toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    private Stream<String> values(MultiMap headers) {
        String beginning = name() + "=";
        return headers.getAll("Cookie").stream()
                .flatMap(header -> Stream.of(header.split(";", -1)))
                .map(String::strip)
                .filter(pair -> pair.startsWith(beginning))
                .map(pair -> pair.substring(beginning.length()));
    }
}
