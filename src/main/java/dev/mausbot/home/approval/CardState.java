package dev.mausbot.home.approval;

/** What has become of a card. Only an open one can change, and only once. */
public enum CardState {
    /** It waits for the owner. */
    OPEN,
    ALLOWED,
    DENIED,
    /** A question in words was answered. */
    ANSWERED,
    /** Nobody answered in time. */
    EXPIRED,
    /** Its turn ended or was interrupted, or its asker took it back. */
    CANCELLED,
    /** The server was stopped while it waited. */
    DISMISSED
}
