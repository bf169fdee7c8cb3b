package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.boot.Sealer;
import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.turn.keys.Unsealed;
import dev.mausbot.home.turn.keys.Vault;
import jakarta.inject.Singleton;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The secret values of a row, sealed as one: together they open, or none does. */
@Singleton
final class SealedValues {
    private final Vault vault;
    private final JsonColumn json;

    SealedValues(Vault vault, JsonColumn json) {
        this.vault = vault;
        this.json = json;
    }

    /** What became of opening them. */
    sealed interface Values {
        /** By name. */
        record Opened(Map<String, String> byName) implements Values {
            public Opened {
                byName = Map.copyOf(byName);
            }

            @Override
            public String toString() {
                return "Opened" + byName.keySet();
            }
        }

        /** They do not open; the reason says why. */
        record Closed(String reason) implements Values {}
    }

    /** The column's value; null if there is nothing to seal. */
    byte @Nullable [] seal(Sealer.Place place, Map<String, String> values) {
        return values.isEmpty() ? null : vault.seal(place, new Secret(json.written(values)));
    }

    Values open(Sealer.Place place, byte @Nullable [] sealed) {
        if (sealed == null) {
            return new Values.Opened(Map.of());
        }
        return switch (vault.open(place, sealed)) {
            case Unsealed.Opened(Secret text) -> new Values.Opened(json.map(text.reveal()));
            case Unsealed.Closed(String reason) -> new Values.Closed(reason);
        };
    }
}
