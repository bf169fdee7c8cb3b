package dev.mausbot.home.boot;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An exact {@code https} origin (RFC 6454): scheme, host and port, and nothing that could be read in two ways: no path,
 * no user, no upper case, no port that is the default anyway.
 *
 * @param host the lower-case host name
 * @param port the port, 443 if the text names none
 */
public record HttpsOrigin(String host, int port) {
    static final String FORM = "an exact origin such as https://home.example.org, lower case, nothing after the host "
            + "but a port other than 443";

    private static final int DEFAULT_PORT = 443;
    private static final int LONGEST_NAME = 253;
    private static final String LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
    private static final Pattern TEXT =
            Pattern.compile("https://(" + LABEL + "(?:\\." + LABEL + ")*)(?::([1-9][0-9]{0,4}))?");

    /** Reads the one accepted form; everything else is empty. */
    static Optional<HttpsOrigin> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches() || matcher.group(1).length() > LONGEST_NAME) {
            return Optional.empty();
        }
        if (matcher.group(2) == null) {
            return Optional.of(new HttpsOrigin(matcher.group(1), DEFAULT_PORT));
        }
        int port = Integer.parseInt(matcher.group(2));
        return port == DEFAULT_PORT || port > 0xffff
                ? Optional.empty()
                : Optional.of(new HttpsOrigin(matcher.group(1), port));
    }

    /** The origin as it was written. */
    public String text() {
        return "https://" + host + (port == DEFAULT_PORT ? "" : ":" + port);
    }

    @Override
    public String toString() {
        return text();
    }
}
