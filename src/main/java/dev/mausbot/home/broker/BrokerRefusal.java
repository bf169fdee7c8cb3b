package dev.mausbot.home.broker;

import java.util.Locale;

/** Why the broker refuses by itself: the status and the sentence for the box. */
enum BrokerRefusal {
    MALFORMED(400, "this is not an HTTP request that can be read"),
    NOT_PLAIN(
            400,
            "the target must be written plainly: /b/TOKEN/GRANT/PATH with single slashes, no dot segments, and none of"
                    + " these percent-encoded"),
    NO_TOKEN(
            401,
            "the token is missing, wrong or no longer good: each turn has one of its own, in its base URL and in the"
                    + " variables of its keys"),
    NOT_GRANTED(403, "this turn has no key for that: the home's owner must store one"),
    UPGRADE(403, "this connection stays HTTP/1.1"),
    NOT_OFFERED(404, "nothing of that method and path can be called through the broker"),
    TOO_MANY(429, "32 requests are being worked on already: wait for one"),
    HEADER_TOO_LARGE(431, "a header may have 32 KiB at most, its first line 16 KiB"),
    CLOSED(503, "the turn is over");

    private final int status;
    private final String sentence;

    BrokerRefusal(int status, String sentence) {
        this.status = status;
        this.sentence = sentence;
    }

    int status() {
        return status;
    }

    String sentence() {
        return sentence;
    }

    /** A stable lower-case word for records and tests. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
