package dev.mausbot.home.broker;

import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * Why an upstream gave no answer. Not a refusal: nobody decided anything. The sentences name no address, since the
 * upstream may be inside the operator's network.
 */
enum UpstreamFailure {
    NAME_NOT_FOUND(502, "its name has no address"),
    NOT_TRUSTED(502, "no secure connection to it could be made: its certificate or its TLS is not acceptable"),
    UNREACHABLE(502, "no connection to it could be made"),
    BROKE_OFF(502, "it ended the connection before it answered"),
    CREDENTIALS_REFUSED(
            502,
            "it did not accept the credentials that the home holds for it: the home's owner must correct them in the"
                    + " MCP settings"),
    TOO_SLOW(504, "it took too long");

    private final int status;
    private final String sentence;

    UpstreamFailure(int status, String sentence) {
        this.status = status;
        this.sentence = sentence;
    }

    int status() {
        return status;
    }

    String sentence() {
        return sentence;
    }

    /** What a failure to connect was. */
    static UpstreamFailure connecting(Throwable failure) {
        return switch (failure) {
            case UnknownHostException _ -> NAME_NOT_FOUND;
            case SSLException _ -> NOT_TRUSTED;
            case TimeoutException _ -> TOO_SLOW;
            case io.netty.channel.ConnectTimeoutException _ -> TOO_SLOW;
            default -> UNREACHABLE;
        };
    }

    /** What a failure after connecting was. */
    static UpstreamFailure waiting(Throwable failure) {
        return failure instanceof TimeoutException ? TOO_SLOW : BROKE_OFF;
    }
}
