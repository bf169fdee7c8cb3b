package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.turn.BadField;
import jakarta.inject.Singleton;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;

/** Checks lists of bots, so that a slip of the pen is told when it is made and not when a bot misses something. */
@Singleton
final class KnownBots {
    private static final int MOST = 1000;

    private final EntityManager store;

    KnownBots(EntityManager store) {
        this.store = store;
    }

    void check(Optional<List<String>> bots) {
        List<String> ids = bots.orElse(List.of());
        if (ids.size() > MOST) {
            throw new BadField("bots", "has more than " + MOST + " entries");
        }
        for (String id : ids) {
            boolean known = id != null
                    && !store.createNativeQuery("select 1 from bots where id = ?1", Integer.class)
                            .setParameter(1, id)
                            .getResultList()
                            .isEmpty();
            if (!known) {
                throw new BadField("bots", "names a bot that this home does not have");
            }
        }
    }
}
