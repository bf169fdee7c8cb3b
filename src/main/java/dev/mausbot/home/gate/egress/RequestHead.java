package dev.mausbot.home.gate.egress;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The request line and header of a request, read strictly (RFC 9112 sections 2 to 5): one blank between the parts,
 * HTTP/1.0 or 1.1, CRLF line ends, no folded lines.
 */
record RequestHead(String method, String target, boolean http11, Headers headers) {
    private static final Pattern REQUEST_LINE = Pattern.compile("([!-~]{1,32}) ([!-~]+) HTTP/1\\.([01])");

    /** Reads a header that {@link Inbox#takeHeader} found. */
    static RequestHead parse(String header) throws MalformedMessage {
        List<String> lines = lines(header);
        Matcher line = REQUEST_LINE.matcher(lines.getFirst());
        if (!line.matches() || !Headers.isToken(line.group(1), line.group(1).length())) {
            throw new MalformedMessage("the request line is not METHOD target HTTP/1.1");
        }
        return new RequestHead(
                line.group(1), line.group(2), line.group(3).equals("1"), Headers.parse(lines.subList(1, lines.size())));
    }

    /** The lines of a header up to its empty one. Every line feed in it is known to follow a carriage return. */
    static List<String> lines(String header) throws MalformedMessage {
        if (header.length() < 4) {
            throw new MalformedMessage("a message begins with an empty line");
        }
        return List.of(header.substring(0, header.length() - 4).split("\r\n", -1));
    }

    boolean isConnect() {
        return method.equals("CONNECT");
    }

    boolean isHead() {
        return method.equals("HEAD");
    }

    /**
     * Whether it asks for a WebSocket. Other upgrades are not passed on, and the request goes out without them: a server
     * may ignore any upgrade (RFC 9110 section 7.8), and h2c would carry requests that this gate never sees.
     */
    boolean isWebSocket() {
        return http11
                && headers.elements("connection").contains("upgrade")
                && headers.elements("upgrade").equals(Set.of("websocket"));
    }

    /**
     * Whether the client may send another request on the connection. Never on HTTP/1.0, where a proxy cannot know who
     * asked for it (RFC 9112 section 9.3).
     */
    boolean keepsAlive() {
        return http11 && !headers.elements("connection").contains("close");
    }
}
