package dev.mausbot.home.broker;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * One provider of models: a row of {@link Providers}.
 *
 * @param id names it in addresses and in the API; {@code [a-z0-9-]+}
 * @param defaultBaseUrl where it is unless the server's owner configured another base URL
 * @param keys the variables that hold its key and how each is shown to it; of two with the same form the earlier wins
 * @param baseUrlVariable the variable that holds its base URL, the server's own and the box's alike
 * @param api what of it a box may call
 * @param how what makes an engine send its calls to the broker
 */
public record Provider(String id, String defaultBaseUrl, List<Key> keys, String baseUrlVariable, Api api, How how) {
    /** A variable that holds a key. */
    public record Key(String variable, CredentialForm form) {
        public Key {
            Objects.requireNonNull(variable, "variable");
            Objects.requireNonNull(form, "form");
        }
    }

    /** What makes an engine send its calls to the broker. */
    public sealed interface How {
        /** The base-URL variable alone: every engine that knows the provider reads it. */
        record ByEnvironment() implements How {}

        /**
         * An address in the engine's own settings, which only these engines' adapters write. A plan of any other engine
         * keeps the raw key, and the report names it.
         */
        record ByConfig(Set<String> engines) implements How {
            public ByConfig {
                engines = Set.copyOf(engines);
            }
        }
    }

    public Provider {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(defaultBaseUrl, "defaultBaseUrl");
        keys = List.copyOf(keys);
        Objects.requireNonNull(baseUrlVariable, "baseUrlVariable");
        Objects.requireNonNull(api, "api");
        Objects.requireNonNull(how, "how");
    }
}
