package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.Reason;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request, checked as a whole before anything is decided about it.
 *
 * @param outgoingHead the head in origin form that goes out for a plain request; a CONNECT sends none
 * @param repeated whether it goes out for the second time
 */
record Request(RequestHead head, RequestTarget target, Framing framing, String outgoingHead, boolean repeated) {
    /** RFC 9110 section 9.2.2, of those without a body. */
    private static final Set<String> REPEATABLE = Set.of("GET", "HEAD", "OPTIONS");

    /**
     * Takes the next request out of what has arrived, or null while its header is incomplete.
     *
     * @throws Refusal if it is not a request that this gate passes on, or its header is over the limit
     */
    static @Nullable Request take(Inbox inbox, int headerLimit) throws Refusal {
        try {
            String header = inbox.takeHeader();
            if ((header == null ? inbox.size() : header.length()) > headerLimit) {
                throw new Refusal(Reason.HEADER_TOO_LARGE);
            }
            return header == null ? null : of(RequestHead.parse(header));
        } catch (MalformedMessage malformed) {
            throw new Refusal(Reason.BAD_REQUEST);
        }
    }

    private static Request of(RequestHead head) throws MalformedMessage, Refusal {
        RequestTarget target = RequestTarget.parse(head);
        return new Request(
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

    Request asRepeated() {
        return new Request(head, target, framing, outgoingHead, /* repeated= */ true);
    }
}
