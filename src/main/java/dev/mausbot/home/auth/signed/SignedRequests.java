package dev.mausbot.home.auth.signed;

import dev.mausbot.home.auth.lockout.Lockout;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Decides whether a request was signed by this machine's Admin, just now and for the first time. In this order: who was
 * locked out, the signature, the clock, the nonce. A valid signature is never locked out, and only one leaves a nonce
 * behind, so a stranger can neither keep the Admin away nor fill the memory. Thread-safe.
 */
public final class SignedRequests {
    /** The largest body that a signed request may have, in bytes. */
    public static final int MOST_BODY_BYTES = 4096;

    static final int MOST_NONCES = 10_000;
    private static final Duration SKEW = Duration.ofMinutes(5);

    private final SigningKey key;
    private final InstantSource clock;
    private final Instant started;
    private final Nonces nonces = new Nonces(MOST_NONCES);
    private final Lockout lockout = new Lockout();

    /** Begins to decide. What was signed before is refused: its nonces are not remembered. */
    public SignedRequests(SigningKey key, InstantSource clock) {
        this.key = key;
        this.clock = clock;
        this.started = clock.instant();
    }

    /**
     * A request as it came.
     *
     * @param source whom to count a failure against
     * @param target path and query, undecoded
     * @param headers all values of a header, by a name in any case
     */
    public record Incoming(String source, String method, String target, Function<String, List<String>> headers) {}

    /** What was decided. */
    public sealed interface Verdict {
        /**
         * It is the Admin's.
         *
         * @param nonce the request's own, for the signature of the answer
         */
        record Accepted(String nonce) implements Verdict {}

        /** It is not; {@code retryAfter} says how long a locked out source has to wait. */
        record Refused(Refusal why, Optional<Duration> retryAfter) implements Verdict {}
    }

    /**
     * Decides about one request, and remembers it.
     *
     * @param body all of it, undecoded, at most {@link #MOST_BODY_BYTES}
     */
    public Verdict verify(Incoming request, byte[] body) {
        if (body.length > MOST_BODY_BYTES) {
            throw new IllegalArgumentException("whoever reads the body bounds it");
        }
        Optional<SignedHeaders> signed =
                SignedHeaders.read(request.headers()).filter(headers -> holds(headers, request, body));
        Instant now = clock.instant();
        return signed.map(headers -> fresh(headers, now)).orElseGet(() -> failed(request.source(), now));
    }

    private boolean holds(SignedHeaders headers, Incoming request, byte[] body) {
        return key.verifies(
                Canonical.request(headers.seconds(), headers.nonce(), request.method(), request.target(), body),
                headers.signature());
    }

    private synchronized Verdict failed(String source, Instant now) {
        Optional<Duration> locked = lockout.remaining(source, now);
        if (locked.isPresent()) {
            return new Verdict.Refused(Refusal.RATE_LIMITED, locked);
        }
        lockout.failed(source, now);
        return refused(Refusal.INVALID_SIGNATURE);
    }

    private synchronized Verdict fresh(SignedHeaders headers, Instant now) {
        Instant signed = Instant.ofEpochSecond(headers.seconds());
        if (signed.isBefore(started) || Duration.between(signed, now).abs().compareTo(SKEW) > 0) {
            return refused(Refusal.STALE_REQUEST);
        }
        return switch (nonces.use(headers.nonce(), now)) {
            case FIRST -> new Verdict.Accepted(headers.nonce());
            case REPEATED -> refused(Refusal.REPLAYED_REQUEST);
            case NO_ROOM -> refused(Refusal.NONCES_EXHAUSTED);
        };
    }

    private static Verdict refused(Refusal why) {
        return new Verdict.Refused(why, Optional.empty());
    }
}
