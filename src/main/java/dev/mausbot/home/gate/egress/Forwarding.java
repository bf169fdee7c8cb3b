package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.egress.Headers.Field;
import java.util.List;
import java.util.Set;

/**
 * Which header fields pass through, and the heads that are written from them. Hop-by-hop fields (RFC 9110 section 7.6.1)
 * belong to one connection; fields that steer proxies or claim who sent a request come from the box and must not reach
 * an origin as if this gate vouched for them.
 */
final class Forwarding {
    /** The name of the field that marks an answer as this gate's own. Origins cannot set it. */
    static final String GATE_HEADER = "x-omb-gate";

    private static final Set<String> HOP_BY_HOP =
            Set.of("connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "http2-settings");
    private static final Set<String> CLAIMS = Set.of("forwarded", "via", "x-real-ip", "x-upstream-https-proxy");
    private static final List<String> CLAIM_PREFIXES = List.of("proxy-", "x-forwarded-", "x-omb-");
    /** Fields that Connection must not name: dropping them would change where a message goes or where it ends. */
    private static final Set<String> NEVER_HOP_BY_HOP = Set.of("host", "content-length", "authorization", "cookie");

    private Forwarding() {}

    /** The head of a request in origin form, as it goes out. */
    static String request(RequestHead head, String originForm, String host) throws MalformedMessage {
        StringBuilder out = new StringBuilder(512)
                .append(head.method())
                .append(' ')
                .append(originForm)
                .append(" HTTP/1.1\r\n");
        boolean hostSent = false;
        Set<String> named = namedByConnection(head.headers());
        for (Field field : head.headers().fields()) {
            if (!stays(field, named) && !isClaim(field)) {
                append(out, field.name(), field.value());
                hostSent |= field.key().equals("host");
            }
        }
        if (!hostSent) {
            append(out, "Host", host);
        }
        if (Framing.ofRequest(head) instanceof Framing.Chunked) {
            append(out, "Transfer-Encoding", "chunked");
        }
        if (head.isWebSocket()) {
            append(out, "Connection", "Upgrade");
            append(out, "Upgrade", "websocket");
        }
        return out.append("\r\n").toString();
    }

    /**
     * The head of a response as the box sees it.
     *
     * @param chunked whether the body is written in chunks
     * @param close whether the connection ends after it
     */
    static String response(ResponseHead head, boolean chunked, boolean close) throws MalformedMessage {
        StringBuilder out = new StringBuilder(512)
                .append("HTTP/1.1 ")
                .append(head.status())
                .append(' ')
                .append(head.phrase())
                .append("\r\n");
        Set<String> named = namedByConnection(head.headers());
        for (Field field : head.headers().fields()) {
            boolean forged = field.key().equals(GATE_HEADER) || field.key().startsWith("proxy-");
            if (!stays(field, named) && !forged) {
                append(out, field.name(), field.value());
            }
        }
        if (chunked) {
            append(out, "Transfer-Encoding", "chunked");
        }
        if (head.status() == ResponseHead.SWITCHING_PROTOCOLS) {
            append(out, "Connection", "Upgrade");
            append(out, "Upgrade", "websocket");
        } else if (close) {
            append(out, "Connection", "close");
        }
        return out.append("\r\n").toString();
    }

    private static Set<String> namedByConnection(Headers headers) throws MalformedMessage {
        Set<String> named = headers.elements("connection");
        if (named.stream().anyMatch(NEVER_HOP_BY_HOP::contains)) {
            throw new MalformedMessage("Connection names a field that is not of the connection");
        }
        return named;
    }

    private static boolean stays(Field field, Set<String> named) {
        return HOP_BY_HOP.contains(field.key()) || named.contains(field.key());
    }

    private static boolean isClaim(Field field) {
        return CLAIMS.contains(field.key()) || CLAIM_PREFIXES.stream().anyMatch(field.key()::startsWith);
    }

    private static void append(StringBuilder out, String name, String value) {
        out.append(name).append(": ").append(value).append("\r\n");
    }
}
