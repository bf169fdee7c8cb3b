package dev.mausbot.home.auth.session;

import java.time.Duration;
import java.time.Instant;

/**
 * How long a session lasts, and how many there are.
 *
 * @param idle it ends when it has not been used for so long
 * @param longest and at this age at the latest
 * @param most of more than so many the one that was not used for the longest time ends
 */
public record SessionLimits(Duration idle, Duration longest, int most) {
    /** Two weeks without use, a quarter of a year in all, fifty of them. */
    public static SessionLimits defaults() {
        return new SessionLimits(Duration.ofDays(14), Duration.ofDays(90), 50);
    }

    Instant end(Instant createdAt, Instant seenAt) {
        Instant idleEnd = seenAt.plus(idle);
        Instant lastEnd = createdAt.plus(longest);
        return idleEnd.isBefore(lastEnd) ? idleEnd : lastEnd;
    }
}
