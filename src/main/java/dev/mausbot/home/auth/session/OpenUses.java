package dev.mausbot.home.auth.session;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The requests that are being answered to sessions. Thread-safe; never waits for anything slow. */
final class OpenUses {
    private final Map<String, Set<Use>> open = new ConcurrentHashMap<>();

    /** One request that is being answered; equal to itself alone. */
    private static final class Use {
        private final Runnable cut;

        private Use(Runnable cut) {
            this.cut = cut;
        }
    }

    /** Remembers one until what comes back is run. */
    Runnable add(String session, Runnable cut) {
        Use use = new Use(cut);
        open.compute(session, (_, set) -> {
            Set<Use> uses = set == null ? ConcurrentHashMap.newKeySet() : set;
            uses.add(use);
            return uses;
        });
        return () -> open.computeIfPresent(session, (_, set) -> {
            set.remove(use);
            return set.isEmpty() ? null : set;
        });
    }

    /** The sessions that something is being answered to. */
    Set<String> sessions() {
        return Set.copyOf(open.keySet());
    }

    /** Cuts all of one session. */
    void cut(String session) {
        Set<Use> uses = open.remove(session);
        if (uses != null) {
            uses.forEach(use -> use.cut.run());
        }
    }
}
