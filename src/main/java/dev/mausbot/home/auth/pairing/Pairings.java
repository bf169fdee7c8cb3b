package dev.mausbot.home.auth.pairing;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.auth.lockout.Lockout;
import dev.mausbot.home.boot.Secret;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The pairings that wait to be used. They live in memory alone and as digests, so a restart ends them. A source that gave
 * too many wrong codes is told to wait, and until then no code of its is looked at, the right one neither; a credential,
 * which nobody can guess, is taken from it all the same. Thread-safe; never waits for anything slow.
 */
public final class Pairings {
    /** How long a pairing waits if nobody says otherwise. */
    public static final Duration USUAL = Duration.ofMinutes(5);

    /** The longest that one may wait. */
    public static final Duration LONGEST = Duration.ofMinutes(10);

    static final int MOST = 50;

    private static final String PREFIX = "omb_pair_";
    private static final Pattern CREDENTIAL = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");

    private final Audit audit;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private final Lockout lockout = new Lockout();
    private final Deque<Waiting> waiting = new ArrayDeque<>();

    public Pairings(Audit audit, InstantSource clock) {
        this.audit = audit;
        this.clock = clock;
    }

    /** Who had a pairing made. */
    public enum By {
        /** The fleet's Admin, by a signed request. */
        ADMIN,
        /** A person on this machine. */
        MACHINE,
        /** The server for whoever started it. */
        START
    }

    private record Waiting(Digest code, Digest credential, String label, Instant expiresAt) {}

    /** What became of a try. */
    public sealed interface Redeemed {
        /** It was right, and is used up; {@code label} is its maker's word for what is to be signed in. */
        record Right(String label) implements Redeemed {}

        /** It is none, or was one: all that is said about it. */
        record Wrong() implements Redeemed {}

        /** Nothing was looked at. */
        record LockedOut(Duration retryAfter) implements Redeemed {}
    }

    /**
     * Makes one. Of more than {@value #MOST} the oldest is forgotten.
     *
     * @param lives at most {@link #LONGEST}
     */
    public synchronized Pairing make(By by, String label, Duration lives) {
        if (!lives.isPositive() || lives.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a pairing waits at most " + LONGEST);
        }
        Instant now = clock.instant();
        forget(now);
        while (waiting.size() >= MOST) {
            waiting.removeFirst();
        }
        String credential = Secret.random(PREFIX).reveal();
        String code = PairingCode.mint(random);
        waiting.addLast(new Waiting(
                Digest.of(PairingCode.read(code).orElseThrow()), Digest.of(credential), label, now.plus(lives)));
        audit.record(new AuditEvent.PairingMade(by.name().toLowerCase(Locale.ROOT), label, lives));
        return new Pairing(code, credential, now.plus(lives));
    }

    /**
     * Uses one up.
     *
     * @param source whom to count a failure against
     */
    public synchronized Redeemed redeemCode(String source, String typed) {
        Instant now = clock.instant();
        Optional<Duration> locked = lockout.remaining(source, now);
        if (locked.isPresent()) {
            return new Redeemed.LockedOut(locked.get());
        }
        return PairingCode.read(typed)
                .flatMap(code -> take(Digest.of(code), Waiting::code, now))
                .orElseGet(() -> failed(source, now));
    }

    /** As {@link #redeemCode}, for programs. */
    public synchronized Redeemed redeemCredential(String source, String credential) {
        Instant now = clock.instant();
        Optional<Redeemed> right = Optional.of(credential)
                .filter(CREDENTIAL.asMatchPredicate())
                .flatMap(text -> take(Digest.of(text), Waiting::credential, now));
        return right.orElseGet(() -> lockout.remaining(source, now)
                .<Redeemed>map(Redeemed.LockedOut::new)
                .orElseGet(() -> failed(source, now)));
    }

    /** Looks at all of them, each in constant time: how long it takes says nothing of which was nearly right. */
    private Optional<Redeemed> take(Digest digest, Function<Waiting, Digest> spelling, Instant now) {
        forget(now);
        Optional<Waiting> found = Optional.empty();
        for (Waiting each : waiting) {
            if (spelling.apply(each).isThatOf(digest)) {
                found = Optional.of(each);
            }
        }
        found.ifPresent(waiting::remove);
        return found.map(used -> new Redeemed.Right(used.label()));
    }

    private Redeemed failed(String source, Instant now) {
        lockout.failed(source, now);
        if (lockout.remaining(source, now).isPresent()) {
            audit.record(new AuditEvent.PairingLocked(source));
        }
        return new Redeemed.Wrong();
    }

    private void forget(Instant now) {
        waiting.removeIf(each -> !now.isBefore(each.expiresAt()));
    }
}
