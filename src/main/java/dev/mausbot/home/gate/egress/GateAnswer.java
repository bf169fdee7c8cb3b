package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.Reason;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Optional;

/**
 * What the gate says when it answers by itself: the reason's status, the mark {@code x-omb-gate: egress}, and one line
 * that names the host and the class of reason. It never names an address that the host did not spell itself.
 */
final class GateAnswer {
    private GateAnswer() {}

    /**
     * The whole answer.
     *
     * @param destination what was asked for, where the request could be read that far
     * @param toHead whether it answers a HEAD, which gets the length of a body but no body
     * @param close whether the connection ends after it
     */
    static String of(Reason reason, Optional<Destination> destination, boolean toHead, boolean close) {
        String asked = destination
                .map(known -> known.host().text() + " port " + known.port())
                .orElse("this request");
        String body = "egress refused " + asked + ": " + reason.sentence() + " (" + reason.label() + ")\n";
        return "HTTP/1.1 " + HttpResponseStatus.valueOf(reason.status()) + "\r\n"
                + Forwarding.GATE_HEADER + ": egress\r\n"
                + "Content-Type: text/plain; charset=utf-8\r\n"
                + "Content-Length: " + body.length() + "\r\n"
                + (reason == Reason.TOO_MANY_TUNNELS ? "Retry-After: 1\r\n" : "")
                + (close ? "Connection: close\r\n" : "")
                + "\r\n"
                + (toHead ? "" : body);
    }
}
