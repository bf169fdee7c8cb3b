package dev.mausbot.home.turn.keys;

import java.util.List;
import java.util.Optional;

/** The providers that this program knows. There is one table of them, and it is the broker's. */
@FunctionalInterface
public interface ProviderNames {
    /** All of them, in the order in which they are shown. */
    List<ProviderName> all();

    default Optional<ProviderName> byId(String id) {
        return all().stream().filter(one -> one.id().equals(id)).findFirst();
    }
}
