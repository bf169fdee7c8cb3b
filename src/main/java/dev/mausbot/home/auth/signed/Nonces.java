package dev.mausbot.home.auth.signed;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The nonces of the last ten minutes, which is as long as a timestamp from the future stays fresh. Not thread-safe. */
final class Nonces {
    private static final Duration KEPT = Duration.ofMinutes(10);

    private final int most;
    private final Map<String, Instant> seen = new LinkedHashMap<>();

    Nonces(int most) {
        this.most = most;
    }

    /** What a nonce is. */
    enum Use {
        FIRST,
        REPEATED,
        /** There is no room to remember it, so it cannot be accepted. */
        NO_ROOM
    }

    /** Remembers a nonce, of a request whose signature holds: nobody else can fill this. */
    Use use(String nonce, Instant now) {
        forget(now);
        if (seen.containsKey(nonce)) {
            return Use.REPEATED;
        }
        if (seen.size() >= most) {
            return Use.NO_ROOM;
        }
        seen.put(nonce, now);
        return Use.FIRST;
    }

    private void forget(Instant now) {
        Iterator<Instant> oldest = seen.values().iterator();
        // At exactly ten minutes the furthest timestamp is still fresh.
        while (oldest.hasNext() && oldest.next().plus(KEPT).isBefore(now)) {
            oldest.remove();
        }
    }
}
