package dev.mausbot.home.turn.keys;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A provider, and how engines name what they need of it.
 *
 * @param id its id, as in {@code /api/providers/{id}}
 * @param keyVariables the variables that may hold its key; a stored key goes into the first
 * @param baseUrlVariable the variable that holds its address; empty if no engine reads one
 * @param brokering how far its key stays out of boxes
 */
public record ProviderName(
        String id, List<String> keyVariables, Optional<String> baseUrlVariable, Brokering brokering) {
    /** How far its key stays out of boxes. */
    public enum Brokering {
        /** Whatever engine uses it. */
        ALWAYS,
        /** With engines that take its address from their own settings; others are given the key itself. */
        SOME_ENGINES,
        /** No engine can use it without holding it. */
        NEVER
    }

    public ProviderName {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(baseUrlVariable, "baseUrlVariable");
        Objects.requireNonNull(brokering, "brokering");
        keyVariables = List.copyOf(keyVariables);
        if (keyVariables.isEmpty()) {
            throw new IllegalArgumentException("provider " + id + " needs a variable for its key");
        }
    }
}
