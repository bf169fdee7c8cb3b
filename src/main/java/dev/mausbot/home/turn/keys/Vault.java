package dev.mausbot.home.turn.keys;

import dev.mausbot.home.boot.MachineSecret;
import dev.mausbot.home.boot.Opened;
import dev.mausbot.home.boot.Sealer;
import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.turn.Problem;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Seals for the store, and opens what was sealed. The machine's secret is made when it is missing, but never while anything
 * is sealed: a new one would open none of it, and hide that the old one is lost.
 */
@Singleton
@Transactional
public class Vault {
    /** The tables with a column {@code sealed}. */
    private static final List<String> TABLES = List.of("provider_keys", "mcp_servers", "connectors");

    private static final String MISSING = "the file " + MachineSecret.FILE
            + " is missing from the data folder, and nothing that is sealed opens without it: bring it back from a backup, or"
            + " remove the stored keys, MCP servers and connectors and add them again";
    private static final String ANOTHER =
            "it was changed outside of this program, or sealed with another " + MachineSecret.FILE + ": store it again";

    private final EntityManager store;
    private final SecretFolder folder;
    private volatile @Nullable Sealer ready;

    Vault(EntityManager store, SecretFolder folder) {
        this.store = store;
        this.folder = folder;
    }

    /** The secret is there, or was made, or there is none. */
    private sealed interface Secrets {
        record Ready(Sealer sealer) implements Secrets {}

        record Unusable(String reason) implements Secrets {}
    }

    /** So that the secret is in the data folder, and in its backups, before anything depends on it. */
    void begin(@Observes StartupEvent started) {
        secrets();
    }

    /** Seals; ends the request with a problem where nothing can be sealed. */
    public byte[] seal(Sealer.Place place, Secret text) {
        return switch (secrets()) {
            case Secrets.Ready(Sealer sealer) -> sealer.seal(place, text);
            case Secrets.Unusable(String reason) -> throw Problem.conflict("Nothing can be sealed: " + reason + ".");
        };
    }

    public Unsealed open(Sealer.Place place, byte[] sealed) {
        return switch (secrets()) {
            case Secrets.Unusable(String reason) -> new Unsealed.Closed(reason);
            case Secrets.Ready(Sealer sealer) ->
                sealer.open(place, sealed)
                        .<Unsealed>map(Unsealed.Opened::new)
                        .orElseGet(() -> new Unsealed.Closed(ANOTHER));
        };
    }

    private Secrets secrets() {
        Sealer known = ready;
        if (known != null) {
            return new Secrets.Ready(known);
        }
        // Asked first: from here to its end this transaction is alone with the database, so only one looks and makes.
        boolean sealed = anythingIsSealed();
        try {
            Optional<Opened<MachineSecret>> found = MachineSecret.find(folder.path(), folder.host());
            if (found.isEmpty()) {
                return sealed ? new Secrets.Unusable(MISSING) : ready(MachineSecret.make(folder.path()));
            }
            return switch (found.get()) {
                case Opened.Ready<MachineSecret>(MachineSecret secret) -> ready(secret);
                case Opened.Refused<MachineSecret>(String reason) -> new Secrets.Unusable(reason);
            };
        } catch (IOException failed) {
            return new Secrets.Unusable("the machine's secret cannot be used (" + failed + ")");
        }
    }

    private Secrets ready(MachineSecret secret) {
        Sealer sealer = new Sealer(secret);
        ready = sealer;
        return new Secrets.Ready(sealer);
    }

    private boolean anythingIsSealed() {
        return TABLES.stream()
                .anyMatch(table -> !store.createNativeQuery(
                                "select 1 from " + table + " where sealed is not null limit 1", Integer.class)
                        .getResultList()
                        .isEmpty());
    }
}
