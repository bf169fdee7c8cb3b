package dev.mausbot.home.broker;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Where a grant leads: fixed by the server's owner, never by a box. It may be private or loopback, since the owner and
 * not a bot chose it.
 *
 * @param tls whether it is {@code https}
 * @param host as it stands in the URL, an IPv6 address in brackets
 * @param port never 0
 * @param path raw, exactly as configured; may be empty
 * @param query raw, exactly as configured
 */
public record UpstreamUrl(boolean tls, String host, int port, String path, Optional<String> query) {
    private static final int LONGEST = 4096;
    private static final int HTTPS = 443;
    private static final int HTTP = 80;
    private static final int LAST_PORT = 65535;

    public UpstreamUrl {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(query, "query");
    }

    /**
     * Reads an absolute {@code http} or {@code https} URL (RFC 3986); empty if it is none, or holds a user's name or a
     * fragment: a password in a URL would be shown wherever the URL is.
     */
    public static Optional<UpstreamUrl> of(String text) {
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        try {
            URI uri = new URI(text).parseServerAuthority();
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            boolean tls = scheme.equals("https");
            boolean plain = text.chars().allMatch(c -> c > ' ' && c < 0x7f);
            if (!plain
                    || !(tls || scheme.equals("http"))
                    || uri.getHost() == null
                    || uri.getRawUserInfo() != null
                    || uri.getRawFragment() != null) {
                return Optional.empty();
            }
            int port = uri.getPort() < 0 ? defaultPort(tls) : uri.getPort();
            return port == 0 || port > LAST_PORT
                    ? Optional.empty()
                    : Optional.of(new UpstreamUrl(
                            tls, uri.getHost(), port, uri.getRawPath(), Optional.ofNullable(uri.getRawQuery())));
        } catch (URISyntaxException unreadable) {
            return Optional.empty();
        }
    }

    private static int defaultPort(boolean tls) {
        return tls ? HTTPS : HTTP;
    }

    /** The host as a resolver wants it. */
    String dialled() {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /** The path with this below it; neither is changed but for the one slash between them. */
    String below(String rest) {
        return (path.endsWith("/") ? path : path + "/") + rest;
    }

    /** The path for itself: a request needs one, and an empty one is {@code /} (RFC 9112 section 3.2.1). */
    String itself() {
        return path.isEmpty() ? "/" : path;
    }
}
