package dev.mausbot.home.auth.signed;

import java.util.Locale;

/** Why a signed request is not answered. The same to everybody: none says which part of a signature was wrong. */
public enum Refusal {
    INVALID_SIGNATURE(401, "The signature is missing, malformed or not this machine's."),
    STALE_REQUEST(
            401, "The request was signed more than 300 s from this machine's time, or before this server started."),
    REPLAYED_REQUEST(401, "This nonce was used before: every request needs a new one."),
    RATE_LIMITED(429, "Too many requests with a wrong signature came from this address."),
    NONCES_EXHAUSTED(503, "Too many signed requests came within ten minutes.");

    private final int status;
    private final String sentence;

    Refusal(int status, String sentence) {
        this.status = status;
        this.sentence = sentence;
    }

    /** As the answer spells it. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The status of HTTP. */
    public int status() {
        return status;
    }

    public String sentence() {
        return sentence;
    }
}
