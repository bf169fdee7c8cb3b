package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.boot.Sealer;
import dev.mausbot.home.turn.Problem;
import dev.mausbot.home.turn.mcp.SealedValues.Values;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jboss.logging.Logger;

/** The connected apps that are stored. */
@Singleton
@Transactional
class Connectors {
    static final String TABLE = "connectors";
    private static final int MOST = 64;
    private static final Logger LOG = Logger.getLogger(Connectors.class);

    private final SealedValues values;
    private final JsonColumn json;
    private final KnownBots bots;

    Connectors(SealedValues values, JsonColumn json, KnownBots bots) {
        this.values = values;
        this.json = json;
        this.bots = bots;
    }

    /**
     * One that a bot may call.
     *
     * @param base where its calls go
     * @param headers what is added to them, or why that cannot be done
     */
    record Callable(String base, Values headers) {}

    /** Names each that is of no use, where the operator looks. */
    void begin(@Observes StartupEvent started) {
        for (ConnectorRow row : ConnectorRow.<ConnectorRow>listAll()) {
            if (opened(row) instanceof Values.Closed(String reason)) {
                LOG.errorf("What is stored of the connector \"%s\" does not open: %s", row.name, reason);
            }
        }
    }

    ConnectorView put(String name, NewConnector wanted) {
        ServerName.check(name);
        bots.check(wanted.bots());
        Optional<ConnectorRow> before = ConnectorRow.findByIdOptional(name);
        if (before.isEmpty() && ConnectorRow.count() >= MOST) {
            throw Problem.conflict("There are " + MOST + " connectors already. Remove one first.");
        }
        ConnectorRow row = before.orElseGet(ConnectorRow::new);
        Map<String, String> headers = new TreeMap<>(wanted.checkedHeaders());
        row.name = name;
        row.baseUrl = wanted.base().base();
        row.secretNames = json.written(headers.keySet());
        row.sealed = values.seal(place(row), headers);
        row.bots = wanted.bots().map(json::written).orElse(null);
        row.storedAt = System.currentTimeMillis();
        row.persist();
        LOG.infof("connector %s was stored", name);
        return view(row);
    }

    Optional<ConnectorView> find(String name) {
        return ConnectorRow.<ConnectorRow>findByIdOptional(name).map(this::view);
    }

    List<ConnectorView> list() {
        return ConnectorRow.<ConnectorRow>list("order by name").stream()
                .map(this::view)
                .toList();
    }

    boolean remove(String name) {
        return ConnectorRow.deleteById(name);
    }

    /** The one of that name, if there is one and this bot may call it. */
    Optional<Callable> callable(String name, String bot) {
        return ConnectorRow.<ConnectorRow>findByIdOptional(name)
                .filter(row -> row.bots == null || json.list(row.bots).contains(bot))
                .map(row -> new Callable(row.baseUrl, opened(row)));
    }

    private Values opened(ConnectorRow row) {
        Values opened = values.open(place(row), row.sealed);
        boolean whole = !(opened instanceof Values.Opened(Map<String, String> headers))
                || headers.keySet().equals(new TreeSet<>(json.list(row.secretNames)));
        return whole ? opened : new Values.Closed("it was changed outside of this program: store it again");
    }

    private static Sealer.Place place(ConnectorRow row) {
        return new Sealer.Place(TABLE, row.name, "headers", List.of(row.baseUrl));
    }

    private ConnectorView view(ConnectorRow row) {
        Optional<String> fault =
                opened(row) instanceof Values.Closed(String reason) ? Optional.of(reason) : Optional.empty();
        return new ConnectorView(
                row.name,
                row.baseUrl,
                json.list(row.secretNames),
                Optional.ofNullable(row.bots).map(json::list),
                fault.isEmpty(),
                fault);
    }
}
