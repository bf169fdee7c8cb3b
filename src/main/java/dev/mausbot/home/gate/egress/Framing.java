package dev.mausbot.home.gate.egress;

import java.util.List;
import java.util.Locale;

/**
 * How a message's body ends (RFC 9112 section 6). Where the RFC lets a reader choose, as with both Content-Length and
 * Transfer-Encoding, this one refuses: a body that two readers cut differently is a smuggled request.
 */
sealed interface Framing {
    record None() implements Framing {}

    record Length(long bytes) implements Framing {}

    record Chunked() implements Framing {}

    /** Responses only. */
    record UntilClose() implements Framing {}

    static Framing ofRequest(RequestHead head) throws MalformedMessage {
        Framing framing = declared(head.headers(), head.http11(), new None());
        boolean empty = framing instanceof None || framing.equals(new Length(0));
        if (head.isConnect() && !empty) {
            throw new MalformedMessage("a CONNECT has a body");
        }
        return framing;
    }

    static Framing ofResponse(ResponseHead head, boolean toHead) throws MalformedMessage {
        Framing declared = declared(head.headers(), head.http11(), new UntilClose());
        boolean bodiless = toHead || head.status() < 200 || head.status() == 204 || head.status() == 304;
        return bodiless ? new None() : declared;
    }

    private static Framing declared(Headers headers, boolean http11, Framing otherwise) throws MalformedMessage {
        List<String> encodings = headers.values("transfer-encoding");
        List<String> lengths = headers.values("content-length");
        if (encodings.isEmpty() && lengths.isEmpty()) {
            return otherwise;
        }
        if (encodings.size() + lengths.size() > 1) {
            throw new MalformedMessage("the length of the body is given more than once");
        }
        if (lengths.isEmpty()) {
            if (!http11 || !encodings.getFirst().toLowerCase(Locale.ROOT).equals("chunked")) {
                throw new MalformedMessage("the transfer encoding is not chunked");
            }
            return new Chunked();
        }
        String length = lengths.getFirst();
        if (!length.matches("[0-9]{1,18}")) {
            throw new MalformedMessage("the content length is not a number");
        }
        return new Length(Long.parseLong(length));
    }
}
