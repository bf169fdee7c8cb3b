package dev.mausbot.home.gate.harness;

/** Why the gate answers by itself: the status, the label for records, and the sentence for the box. */
enum Refusal {
    MALFORMED(400, "malformed", "this is not an HTTP request that can be read"),
    NO_CAPABILITY(
            401, "no_capability", "this needs the turn's own capability: Authorization: Bearer $OMB_HARNESS_TOKEN"),
    NOT_A_PATH(403, "not_a_path", "only a path may be asked for here, not a whole address, a host or *"),
    NOT_INTERNAL(403, "not_internal", "from a box only /api/internal/ can be reached"),
    NOT_PLAIN(
            403,
            "not_plain",
            "the target must be written plainly: letters, digits and -._~ between single slashes, nothing percent-encoded"
                    + " before the ?"),
    UPGRADE(403, "upgrade", "this connection stays HTTP/1.1"),
    METHOD(405, "method", "only GET, POST, PUT and DELETE are known here"),
    TOO_SLOW(408, "too_slow", "the body did not come within 30 s"),
    TOO_LARGE(413, "too_large", "a body may have 256 KiB at most"),
    TOO_MANY(429, "too_many", "32 requests of this box are being worked on already: wait for one"),
    HEADER_TOO_LARGE(431, "header_too_large", "a header may have 16 KiB at most, its first line 8 KiB");

    private final int status;
    private final String label;
    private final String sentence;

    Refusal(int status, String label, String sentence) {
        this.status = status;
        this.label = label;
        this.sentence = sentence;
    }

    int status() {
        return status;
    }

    String label() {
        return label;
    }

    String sentence() {
        return sentence;
    }
}
