package dev.mausbot.home.broker;

/** How a provider wants to be shown a key: the header and what stands before the key in it. */
public enum CredentialForm {
    X_API_KEY("x-api-key", ""),
    /** RFC 6750 section 2.1. */
    BEARER("authorization", "Bearer "),
    X_GOOG_API_KEY("x-goog-api-key", "");

    private final String header;
    private final String before;

    CredentialForm(String header, String before) {
        this.header = header;
        this.before = before;
    }

    /** The header's name in lower case. */
    String header() {
        return header;
    }

    /** The header's value for a key. */
    String value(String key) {
        return before + key;
    }
}
