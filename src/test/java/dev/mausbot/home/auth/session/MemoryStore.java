package dev.mausbot.home.auth.session;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A store that outlives a {@link Sessions} and no more. */
public final class MemoryStore implements SessionStore {
    private final List<Kept> kept = new ArrayList<>();
    private boolean broken;

    @Override
    public synchronized List<Kept> all() {
        return List.copyOf(kept);
    }

    @Override
    public synchronized void add(Kept session) {
        kept.add(session);
    }

    @Override
    public synchronized void seen(Map<String, Instant> times) {
        kept.replaceAll(it -> new Kept(
                it.id(), it.digest(), it.kind(), it.label(), it.createdAt(), times.getOrDefault(it.id(), it.seenAt())));
    }

    @Override
    public synchronized boolean remove(String id) {
        if (broken) {
            throw new IllegalStateException("the disk is full");
        }
        return kept.removeIf(it -> it.id().equals(id));
    }

    /** From now on nothing can be removed. */
    synchronized void breakDown() {
        broken = true;
    }
}
