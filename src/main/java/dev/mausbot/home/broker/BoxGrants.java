package dev.mausbot.home.broker;

import dev.mausbot.home.gate.Caller;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The tokens of one box and what each of them opens, through that box's socket only. Of a token only the SHA-256 digest
 * is kept. May be used from any thread.
 */
public final class BoxGrants implements AutoCloseable {
    private final Caller caller;
    private final InstantSource clock;
    private final Instant expiry;
    private final List<Bound> bound = new CopyOnWriteArrayList<>();
    private volatile boolean revoked;

    BoxGrants(Caller caller, InstantSource clock) {
        this.caller = caller;
        this.clock = clock;
        this.expiry = clock.instant().plus(Grants.LONGEST_LIFE);
    }

    @SuppressWarnings("ArrayRecordComponent") // compared by MessageDigest, never by equals
    private record Bound(byte[] digest, Map<String, Grant> grants) {}

    /** What a token and the name of a grant lead to. */
    sealed interface Claim {
        /** The grant that the token opens. */
        record Held(Grant grant) implements Claim {}

        /** Wrong, expired, revoked, or another box's. */
        record NoToken() implements Claim {}

        /** The token is good, but not for this. */
        record NotGranted() implements Claim {}
    }

    /** A new token that opens these grants. */
    public BrokerToken issue(List<? extends Grant> grants) {
        BrokerToken token = BrokerToken.mint();
        bind(token, grants);
        return token;
    }

    void bind(BrokerToken token, List<? extends Grant> grants) {
        bound.add(new Bound(
                BrokerToken.digest(token.text()),
                grants.stream().collect(Collectors.toUnmodifiableMap(Grant::id, Function.identity()))));
    }

    Caller caller() {
        return caller;
    }

    /** Every digest is compared, in constant time each, so that the time taken tells nothing about any token. */
    Claim claim(String token, String grant) {
        byte[] candidate = BrokerToken.digest(token);
        Optional<Bound> found = Optional.empty();
        for (Bound one : bound) {
            if (MessageDigest.isEqual(one.digest(), candidate)) {
                found = Optional.of(one);
            }
        }
        if (found.isEmpty() || revoked || !clock.instant().isBefore(expiry)) {
            return new Claim.NoToken();
        }
        return Optional.ofNullable(found.get().grants().get(grant))
                .<Claim>map(Claim.Held::new)
                .orElseGet(Claim.NotGranted::new);
    }

    /** From now on its tokens open nothing, and the real keys are let go. May be done twice. */
    @Override
    public void close() {
        revoked = true;
        bound.clear();
    }
}
