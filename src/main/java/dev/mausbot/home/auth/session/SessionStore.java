package dev.mausbot.home.auth.session;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Where sessions outlive the server. Every change is on the disk when its method returns; all of them block. */
public interface SessionStore {
    /**
     * A session as it is kept.
     *
     * @param digest of its token, in hex; the token is nowhere
     */
    record Kept(String id, String digest, Session.Kind kind, String label, Instant createdAt, Instant seenAt) {}

    List<Kept> all();

    void add(Kept session);

    /** Says when sessions were last used, by their ids; those that are gone are passed over. */
    void seen(Map<String, Instant> times);

    /** Removes one; whether it was there. */
    boolean remove(String id);
}
