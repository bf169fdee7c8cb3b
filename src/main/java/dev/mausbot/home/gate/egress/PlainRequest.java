package dev.mausbot.home.gate.egress;

import java.util.Set;

/**
 * A request to be sent on, checked as a whole before anything is decided about it.
 *
 * @param repeated whether it goes out for the second time
 */
record PlainRequest(RequestHead head, RequestTarget target, Framing framing, String outgoingHead, boolean repeated) {
    /** RFC 9110 section 9.2.2, of those without a body. */
    private static final Set<String> REPEATABLE = Set.of("GET", "HEAD", "OPTIONS");

    static PlainRequest of(RequestHead head, RequestTarget target) throws MalformedMessage {
        return new PlainRequest(
                head,
                target,
                Framing.ofRequest(head),
                Forwarding.request(head, target.originForm(), target.hostField()),
                /* repeated= */ false);
    }

    boolean hasBody() {
        return !(framing instanceof Framing.None || framing.equals(new Framing.Length(0)));
    }

    /** Whether it may go out again after a kept connection turned out to be closed by the origin. */
    boolean isRepeatable() {
        return !repeated && framing instanceof Framing.None && REPEATABLE.contains(head.method());
    }

    PlainRequest asRepeated() {
        return new PlainRequest(head, target, framing, outgoingHead, /* repeated= */ true);
    }
}
