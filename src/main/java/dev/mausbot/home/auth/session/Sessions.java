package dev.mausbot.home.auth.session;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.boot.Secret;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sessions that are open, and how they end. What is asked for each request ({@link #use}) is answered from memory and
 * never waits; what changes something is on the disk when it returns, so a session that was ended does not come back with
 * the next start. Thread-safe.
 */
public final class Sessions {
    private final SessionStore store;
    private final SessionLimits limits;
    private final Audit audit;
    private final InstantSource clock;
    private final Map<String, Live> byDigest = new ConcurrentHashMap<>();
    private final OpenUses uses = new OpenUses();
    private volatile boolean loaded;

    /** Knows no session before {@link #load}. */
    public Sessions(SessionStore store, SessionLimits limits, Audit audit, InstantSource clock) {
        this.store = store;
        this.limits = limits;
        this.audit = audit;
        this.clock = clock;
    }

    /** Why a session ended. */
    public enum End {
        /** The owner ended it from another one. */
        REVOKED,
        SIGNED_OUT,
        /** The same browser paired anew. */
        REPLACED,
        /** Its time was over. */
        EXPIRED,
        /** There were too many, and it was not used for the longest time. */
        TOO_MANY
    }

    /**
     * A session that has just begun.
     *
     * @param token what opens it; this is the only time that it is seen
     */
    public record Started(Session session, Secret token) {}

    /**
     * A request that came in by a session.
     *
     * @param done to be run when the request has been answered
     */
    public record Use(Session session, Runnable done) {}

    private static final class Live {
        private final SessionStore.Kept kept;
        private volatile Instant seen;
        private volatile Instant stored;

        private Live(SessionStore.Kept kept) {
            this.kept = kept;
            this.seen = kept.seenAt();
            this.stored = kept.seenAt();
        }
    }

    /** Reads what the last server kept. Blocks. */
    public void load() {
        store.all().forEach(kept -> byDigest.put(kept.digest(), new Live(kept)));
        loaded = true;
    }

    /** Whether {@link #load} is through: before, no token says anything. */
    public boolean loaded() {
        return loaded;
    }

    /** Begins a session with a token that nobody has seen. Blocks. */
    public synchronized Started start(Session.Kind kind, String label, String source) {
        while (byDigest.size() >= limits.most()) {
            byDigest.values().stream()
                    .min(Comparator.comparing(live -> live.seen))
                    .ifPresent(oldest -> end(oldest.kept.id(), End.TOO_MANY));
        }
        Secret token = SessionToken.mint();
        // As the rows have it: what is shown before and after a restart is the same.
        Instant now = Instant.ofEpochMilli(clock.millis());
        SessionStore.Kept kept =
                new SessionStore.Kept(UUID.randomUUID().toString(), SessionToken.digest(token), kind, label, now, now);
        store.add(kept);
        Live live = new Live(kept);
        byDigest.put(kept.digest(), live);
        audit.record(new AuditEvent.SessionStarted(kept.id(), kind.name().toLowerCase(Locale.ROOT), label, source));
        return new Started(session(live), token);
    }

    /**
     * Lets a request in by a token, if that opens a session of this kind now.
     *
     * @param cut is run if the session ends before the request has been answered; it must return at once
     */
    public Optional<Use> use(Session.Kind kind, String token, Runnable cut) {
        Instant now = clock.instant();
        Optional<Live> found = SessionToken.digest(token)
                .flatMap(digest -> Optional.ofNullable(byDigest.get(digest)))
                .filter(live -> live.kept.kind() == kind && !over(live, now));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Live live = found.get();
        live.seen = now;
        Runnable done = uses.add(live.kept.id(), cut);
        if (!byDigest.containsKey(live.kept.digest())) {
            // It ended in between, and whoever ended it may not have seen this use.
            done.run();
            return Optional.empty();
        }
        return Optional.of(new Use(session(live), done));
    }

    /** All that are open, the first one first. */
    public List<Session> all() {
        Instant now = clock.instant();
        return byDigest.values().stream()
                .filter(live -> !over(live, now))
                .map(this::session)
                .sorted(Comparator.comparing(Session::createdAt).thenComparing(Session::id))
                .toList();
    }

    /** Ends a session and cuts what is being answered to it; false if there is none of this id. Blocks. */
    public synchronized boolean end(String id, End why) {
        Optional<Live> known = byDigest.values().stream()
                .filter(live -> live.kept.id().equals(id))
                .findFirst();
        // From memory first: whatever becomes of the disk, it opens nothing any more.
        known.ifPresent(live -> byDigest.remove(live.kept.digest()));
        uses.cut(id);
        boolean kept = store.remove(id);
        known.ifPresent(live -> audit.record(new AuditEvent.SessionEnded(
                id, live.kept.label(), why.name().toLowerCase(Locale.ROOT).replace('_', ' '))));
        return kept || known.isPresent();
    }

    /** Ends what is over, and keeps when the others were last used. To be called every minute. Blocks. */
    public synchronized void sweep() {
        Instant now = clock.instant();
        byDigest.values().stream()
                .filter(live -> over(live, now))
                .toList()
                .forEach(live -> end(live.kept.id(), End.EXPIRED));
        Map<String, Instant> seen = new HashMap<>();
        for (Live live : byDigest.values()) {
            if (uses.sessions().contains(live.kept.id())) {
                // Whoever follows a stream is there, although he asks for nothing.
                live.seen = now;
            }
            Instant last = live.seen;
            if (!last.equals(live.stored)) {
                seen.put(live.kept.id(), last);
                live.stored = last;
            }
        }
        if (!seen.isEmpty()) {
            store.seen(seen);
        }
    }

    private boolean over(Live live, Instant now) {
        return !now.isBefore(limits.end(live.kept.createdAt(), live.seen));
    }

    private Session session(Live live) {
        SessionStore.Kept kept = live.kept;
        Instant seen = live.seen;
        return new Session(
                kept.id(),
                kept.kind(),
                kept.label(),
                kept.createdAt(),
                seen,
                limits.end(kept.createdAt(), seen),
                kept.createdAt().plus(limits.longest()));
    }
}
