package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.Reason;

/** The host and port that a request is for. Equal destinations are the same place, however they were spelled. */
record Destination(HostName host, int port) {
    static final int HTTP_PORT = 80;

    /** Reads {@code host:port}, an IPv6 address in brackets. */
    static Destination parse(String authority) throws Refusal {
        return parse(authority, /* portNeeded= */ true);
    }

    /** Reads {@code host} or {@code host:port} of an {@code http} URL. */
    static Destination parseHttp(String authority) throws Refusal {
        return parse(authority, /* portNeeded= */ false);
    }

    private static Destination parse(String authority, boolean portNeeded) throws Refusal {
        boolean bracketed = authority.startsWith("[");
        int hostEnd = bracketed ? authority.indexOf(']') + 1 : authority.indexOf(':');
        if (hostEnd < 0) {
            hostEnd = authority.length();
        } else if (bracketed && hostEnd == 0) {
            throw new Refusal(Reason.BAD_HOST);
        }
        HostName host = parseHost(authority.substring(0, hostEnd), bracketed);
        String rest = authority.substring(hostEnd);
        if (rest.isEmpty() && !portNeeded) {
            return new Destination(host, HTTP_PORT);
        }
        return new Destination(host, parsePort(rest));
    }

    private static HostName parseHost(String text, boolean bracketed) throws Refusal {
        String bare = bracketed ? text.substring(1, text.length() - 1) : text;
        // Brackets and colons belong together: [127.0.0.1] and a bare ::1 are both refused.
        if (bracketed != bare.contains(":")) {
            throw new Refusal(Reason.BAD_HOST);
        }
        return HostName.parse(bare).orElseThrow(() -> new Refusal(Reason.BAD_HOST));
    }

    private static int parsePort(String text) throws Refusal {
        if (!text.matches(":[1-9][0-9]{0,4}") || Integer.parseInt(text.substring(1)) > 65535) {
            // A second colon is an IPv6 address without its brackets, not a port.
            throw new Refusal(text.indexOf(':', 1) > 0 ? Reason.BAD_HOST : Reason.BAD_PORT);
        }
        return Integer.parseInt(text.substring(1));
    }
}
