package dev.mausbot.home.gate.egress;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The status line and header of a response, read as strictly as a request, but that the reason phrase may be missing. */
record ResponseHead(int status, String phrase, boolean http11, Headers headers) {
    private static final Pattern STATUS_LINE =
            Pattern.compile("HTTP/1\\.([01]) ([1-5][0-9][0-9])(?: ([\\t -~\\x80-\\xff]*))?");

    static final int SWITCHING_PROTOCOLS = 101;

    /** Reads a header that {@link Inbox#takeHeader} found. */
    static ResponseHead parse(String header) throws MalformedMessage {
        List<String> lines = RequestHead.lines(header);
        Matcher line = STATUS_LINE.matcher(lines.getFirst());
        if (!line.matches()) {
            throw new MalformedMessage("the status line is not HTTP/1.1 STATUS phrase");
        }
        String phrase = line.group(3) == null ? "" : line.group(3);
        return new ResponseHead(
                Integer.parseInt(line.group(2)),
                phrase,
                line.group(1).equals("1"),
                Headers.parse(lines.subList(1, lines.size())));
    }

    /** A 1xx that another response follows. */
    boolean isInterim() {
        return status < 200 && status != SWITCHING_PROTOCOLS;
    }

    boolean keepsAlive() {
        return http11 && !headers.elements("connection").contains("close");
    }
}
