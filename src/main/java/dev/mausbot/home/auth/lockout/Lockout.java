package dev.mausbot.home.auth.lockout;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who has failed too often lately. It spares work and noise and guards no secret: a key of 256 bits is not guessed, and
 * neither is a pairing code of 55 bits in the minutes that it lives, whatever many sources try together. So it may forget
 * sources when there are too many of them. Not thread-safe.
 */
public final class Lockout {
    /** So many failures of a source lock it out. */
    public static final int FAILURES = 10;

    /** For so long, from the first of them. */
    public static final Duration WINDOW = Duration.ofMinutes(5);

    private static final int MOST_SOURCES = 10_000;

    private final Map<String, Failures> sources = new LinkedHashMap<>();

    /** Failures of one source since the first of them. */
    private record Failures(Instant since, int count) {
        private boolean over(Instant now) {
            // A clock that was set back must not lock anybody out for longer.
            return now.isBefore(since) || !now.isBefore(since.plus(WINDOW));
        }
    }

    /** How long a source is still locked out; empty if it is not. */
    public Optional<Duration> remaining(String source, Instant now) {
        return Optional.ofNullable(sources.get(source))
                .filter(failures -> failures.count() >= FAILURES && !failures.over(now))
                .map(failures -> Duration.between(now, failures.since().plus(WINDOW)));
    }

    /** Counts a failure. */
    public void failed(String source, Instant now) {
        Failures before = sources.get(source);
        boolean fresh = before == null || before.over(now);
        if (fresh) {
            sources.remove(source); // put back as the youngest
        }
        if (fresh && sources.size() >= MOST_SOURCES) {
            sources.remove(sources.keySet().iterator().next());
        }
        sources.put(
                source,
                before == null || fresh ? new Failures(now, 1) : new Failures(before.since(), before.count() + 1));
    }

    /** How many sources are remembered. */
    public int size() {
        return sources.size();
    }
}
