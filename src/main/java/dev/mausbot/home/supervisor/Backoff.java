package dev.mausbot.home.supervisor;

import java.time.Duration;
import java.util.List;

/** How long to wait before a server that ended by itself is started again: longer each time, up to a minute. */
final class Backoff {
    private static final List<Duration> PAUSES = List.of(
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60));

    /** A server that ran so long was well: the next end of it counts as a first one. */
    private static final Duration HEALTHY = Duration.ofMinutes(10);

    private int next;

    /** The pause after a server that ran for so long. */
    Duration after(Duration ran) {
        if (ran.compareTo(HEALTHY) >= 0) {
            next = 0;
        }
        Duration pause = PAUSES.get(next);
        next = Math.min(next + 1, PAUSES.size() - 1);
        return pause;
    }
}
