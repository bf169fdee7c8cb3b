package dev.mausbot.home.auth.session;

import java.time.Instant;

/**
 * A way in that the owner opened by pairing and can close again.
 *
 * @param id names it in lists and in the audit log; opens nothing
 * @param kind how its token comes along
 * @param label whose or what it is, in the owner's words
 * @param seenAt when it was last used, to the minute
 * @param endsAt when it ends if it is not used again
 * @param lastEnd when it ends however it is used
 */
public record Session(
        String id, Kind kind, String label, Instant createdAt, Instant seenAt, Instant endsAt, Instant lastEnd) {
    /** How a session's token comes along with a request; a token of one kind is worth nothing as the other. */
    public enum Kind {
        /** In a cookie that no script can read: a browser's. */
        COOKIE,
        /** In the header {@code Authorization}: a program's. */
        BEARER
    }
}
