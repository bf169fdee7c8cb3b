package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.boot.Sealer;
import dev.mausbot.home.engine.McpServer;
import dev.mausbot.home.launch.McpUpstream;
import dev.mausbot.home.turn.Problem;
import dev.mausbot.home.turn.TurnServers;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/** The MCP servers that are stored. */
@Singleton
@Transactional
class McpServers implements TurnServers {
    static final String TABLE = "mcp_servers";
    private static final int MOST = 64;
    private static final Logger LOG = Logger.getLogger(McpServers.class);

    private final SealedValues values;
    private final JsonColumn json;
    private final KnownBots bots;
    private final McpTokens tokens;

    McpServers(SealedValues values, JsonColumn json, KnownBots bots, McpTokens tokens) {
        this.values = values;
        this.json = json;
        this.bots = bots;
        this.tokens = tokens;
    }

    /** Names each server that is of no use, where the operator looks. */
    void begin(@Observes StartupEvent started) {
        all().forEach(row -> {
            if (opened(row) instanceof StoredServer.Closed(String reason)) {
                LOG.errorf("%s", reason);
            }
        });
    }

    McpServerView put(String name, NewMcpServer wanted) {
        ServerName.check(name);
        bots.check(wanted.bots());
        Optional<McpServerRow> before = McpServerRow.findByIdOptional(name);
        if (before.isEmpty() && McpServerRow.count() >= MOST) {
            throw Problem.conflict("There are " + MOST + " MCP servers already. Remove one first.");
        }
        McpServerRow row = before.orElseGet(McpServerRow::new);
        row.name = name;
        row.enabled = wanted.enabled().orElse(true);
        row.bots = wanted.bots().map(json::written).orElse(null);
        row.storedAt = System.currentTimeMillis();
        Map<String, String> secrets = new TreeMap<>();
        switch (wanted.kind()) {
            case NewMcpServer.Kind.Remote(var url, Map<String, String> headers) -> {
                row.url = url.base();
                row.command = null;
                secrets.putAll(headers);
                url.query().ifPresent(query -> secrets.put(StoredServer.QUERY, query));
            }
            case NewMcpServer.Kind.Local(List<String> command, Map<String, String> environment) -> {
                row.url = null;
                row.command = json.written(command);
                secrets.putAll(environment);
            }
        }
        row.secretNames = json.written(secrets.keySet());
        row.sealed = values.seal(place(row), secrets);
        row.persist();
        LOG.infof("MCP server %s was stored", name);
        return view(row);
    }

    Optional<McpServerView> find(String name) {
        return McpServerRow.<McpServerRow>findByIdOptional(name).map(this::view);
    }

    List<McpServerView> list() {
        return all().map(this::view).toList();
    }

    boolean remove(String name) {
        return McpServerRow.deleteById(name);
    }

    /** One with its secrets opened, whoever may use it. */
    Optional<StoredServer> open(String name) {
        return McpServerRow.<McpServerRow>findByIdOptional(name).map(this::opened);
    }

    @Override
    public Handed forBot(String bot) {
        List<McpServer> servers = new ArrayList<>();
        List<McpUpstream> upstreams = new ArrayList<>();
        for (McpServerRow row : all().filter(row -> isFor(row, bot)).toList()) {
            switch (opened(row)) {
                case StoredServer.Closed(String reason) -> {
                    return new Handed.Refused(reason);
                }
                case StoredServer.Local(McpServer.Local server) -> servers.add(server);
                case StoredServer.Remote(McpUpstream upstream) -> {
                    servers.add(new McpServer.Remote(row.name));
                    upstreams.add(upstream);
                }
            }
        }
        return new Handed.Ready(servers, upstreams);
    }

    /** The name is an engine's word, and engines are lied to: only that of a stored server changes anything. */
    @Override
    public void failed(String bot, String conversation, String server) {
        McpServerRow.<McpServerRow>findByIdOptional(server)
                .filter(row -> row.url != null && isFor(row, bot))
                .ifPresent(_ -> tokens.renew(bot, conversation));
    }

    private static Stream<McpServerRow> all() {
        return McpServerRow.<McpServerRow>list("order by name").stream();
    }

    private boolean isFor(McpServerRow row, String bot) {
        return row.enabled && (row.bots == null || json.list(row.bots).contains(bot));
    }

    private StoredServer opened(McpServerRow row) {
        return switch (values.open(place(row), row.sealed)) {
            case SealedValues.Values.Closed(String reason) -> closed(row, reason);
            case SealedValues.Values.Opened(Map<String, String> secrets)
            when !secrets.keySet().equals(new TreeSet<>(json.list(row.secretNames))) ->
                closed(row, "it was changed outside of this program: store it again");
            case SealedValues.Values.Opened(Map<String, String> secrets) -> opened(row, secrets);
        };
    }

    private StoredServer opened(McpServerRow row, Map<String, String> secrets) {
        return row.command == null
                ? StoredServer.Remote.of(row.name, String.valueOf(row.url), secrets)
                : StoredServer.Local.of(row.name, json.list(row.command), secrets);
    }

    private static StoredServer closed(McpServerRow row, String reason) {
        return new StoredServer.Closed(
                "What is stored of the MCP server \"" + row.name + "\" does not open: " + reason + ".");
    }

    /** Bound to where the secrets go: an address, or a program. */
    private static Sealer.Place place(McpServerRow row) {
        return row.command == null
                ? new Sealer.Place(TABLE, row.name, "headers", List.of(String.valueOf(row.url)))
                : new Sealer.Place(TABLE, row.name, "environment", List.of(row.command));
    }

    private McpServerView view(McpServerRow row) {
        List<String> names = json.list(row.secretNames);
        List<String> shown =
                names.stream().filter(one -> !one.equals(StoredServer.QUERY)).toList();
        Optional<String> fault =
                opened(row) instanceof StoredServer.Closed(String reason) ? Optional.of(reason) : Optional.empty();
        boolean remote = row.command == null;
        return new McpServerView(
                row.name,
                Optional.ofNullable(row.url),
                names.contains(StoredServer.QUERY),
                remote ? shown : List.of(),
                Optional.ofNullable(row.command).map(json::list),
                remote ? List.of() : shown,
                row.enabled,
                Optional.ofNullable(row.bots).map(json::list),
                fault.isEmpty(),
                fault);
    }
}
