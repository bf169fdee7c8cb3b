package dev.mausbot.home.turn;

import jakarta.persistence.EntityManager;

/**
 * The order in which rows are stored. Read and used in one transaction, which is alone with the database from its first
 * statement on (transaction_mode=IMMEDIATE), so no two rows get the same one.
 */
final class Ordinals {
    private Ordinals() {}

    static long next(EntityManager entities, Class<?> row) {
        return entities.createQuery(
                        "select coalesce(max(r.ordinal), 0) + 1 from " + row.getSimpleName() + " r", Long.class)
                .getSingleResult();
    }
}
