package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.Reason;
import java.util.List;
import java.util.Locale;

/**
 * What a request is for: the authority of a CONNECT, or an absolute {@code http} URL (RFC 9112 section 3.2). The two
 * forms lead to one kind of destination and from there to one decision.
 *
 * @param originForm the path and query that the origin is asked for; empty for a CONNECT
 */
record RequestTarget(Destination destination, String originForm) {
    private static final String HTTP = "http://";

    static RequestTarget parse(RequestHead head) throws Refusal {
        return head.isConnect() ? ofConnect(head) : ofUrl(head);
    }

    private static RequestTarget ofConnect(RequestHead head) throws Refusal {
        if (head.target().indexOf('/') >= 0) {
            throw new Refusal(Reason.BAD_TARGET);
        }
        RequestTarget target = new RequestTarget(Destination.parse(head.target()), "");
        List<String> hosts = head.headers().values("host");
        // Clients leave Host out of a CONNECT, or its port; it goes nowhere, but it must not name another place.
        if (hosts.size() > 1 || (!hosts.isEmpty() && !namesHostOf(target.destination(), hosts.getFirst()))) {
            throw new Refusal(Reason.HOST_MISMATCH);
        }
        return target;
    }

    private static boolean namesHostOf(Destination destination, String host) throws Refusal {
        Destination named = Destination.parseHttp(host);
        return named.host().equals(destination.host())
                && (named.port() == destination.port() || !host.matches(".*:[0-9]+"));
    }

    private static RequestTarget ofUrl(RequestHead head) throws Refusal {
        String url = head.target();
        if (url.length() < HTTP.length()
                || !url.substring(0, HTTP.length()).toLowerCase(Locale.ROOT).equals(HTTP)
                || url.indexOf('#') >= 0) {
            throw new Refusal(Reason.BAD_TARGET);
        }
        int end = authorityEnd(url);
        RequestTarget target = new RequestTarget(
                Destination.parseHttp(url.substring(HTTP.length(), end)), originForm(url.substring(end)));
        requireSameHost(head, target.destination());
        return target;
    }

    private static int authorityEnd(String url) {
        int end = HTTP.length();
        while (end < url.length() && url.charAt(end) != '/' && url.charAt(end) != '?') {
            end++;
        }
        return end;
    }

    private static String originForm(String pathAndQuery) {
        return pathAndQuery.startsWith("/") ? pathAndQuery : "/" + pathAndQuery;
    }

    /**
     * The origin picks its site by Host, and the decision was about the target, so they must be the same place. RFC 9112
     * section 3.2.2 would have a proxy overwrite Host; a box whose fields disagree is better told so.
     */
    private static void requireSameHost(RequestHead head, Destination destination) throws Refusal {
        List<String> hosts = head.headers().values("host");
        if (hosts.isEmpty() && !head.http11()) {
            return;
        }
        if (hosts.size() != 1 || !Destination.parseHttp(hosts.getFirst()).equals(destination)) {
            throw new Refusal(Reason.HOST_MISMATCH);
        }
    }

    /** The Host field of a request that came without one, as HTTP/1.0 allows. */
    String hostField() {
        String text = destination.host().text();
        String host = text.indexOf(':') >= 0 ? "[" + text + "]" : text;
        return destination.port() == Destination.HTTP_PORT ? host : host + ":" + destination.port();
    }
}
