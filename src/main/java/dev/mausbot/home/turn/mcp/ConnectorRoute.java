package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.gate.harness.InternalAnswer;
import dev.mausbot.home.gate.harness.InternalRequest;
import dev.mausbot.home.turn.BoxRoute;
import dev.mausbot.home.turn.Problems;
import dev.mausbot.home.turn.mcp.SealedValues.Values;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jboss.logging.Logger;

/**
 * {@code /api/internal/connectors/NAME/…}: a boxed helper calls a connected app, and this server adds what the app wants to be
 * shown. The box chooses the path below the app's base and nothing else: the gate has refused every path that could climb.
 */
@Singleton
final class ConnectorRoute implements BoxRoute {
    private static final int MOST_AT_ONCE = 32;
    private static final Logger LOG = Logger.getLogger(ConnectorRoute.class);

    private final Connectors connectors;
    private final Map<String, Semaphore> calls = new ConcurrentHashMap<>();

    ConnectorRoute(Connectors connectors) {
        this.connectors = connectors;
    }

    @Override
    public String segment() {
        return "connectors";
    }

    @Override
    public InternalAnswer answer(InternalRequest request, String rest) {
        int slash = rest.indexOf('/');
        String name = slash < 0 ? rest : rest.substring(0, slash);
        Optional<Connectors.Callable> found =
                connectors.callable(name, request.caller().bot());
        if (found.isEmpty()) {
            return Problems.forABox(404, "There is no such connector for this bot.");
        }
        return switch (found.get().headers()) {
            case Values.Closed(String reason) -> {
                LOG.errorf("connector %s was called and does not open: %s", name, reason);
                yield Problems.forABox(503, "This connector's headers do not open. Its owner has to store it again.");
            }
            case Values.Opened(Map<String, String> headers) -> {
                String below = slash < 0 ? "" : rest.substring(slash);
                yield counted(name, new ConnectorCall(found.get().base() + below, headers), request);
            }
        };
    }

    /** Only names of stored connectors are counted, so the map stays small. */
    private InternalAnswer counted(String name, ConnectorCall call, InternalRequest request) {
        Semaphore places = calls.computeIfAbsent(name, _ -> new Semaphore(MOST_AT_ONCE));
        if (!places.tryAcquire()) {
            return Problems.forABox(
                    429, MOST_AT_ONCE + " calls of this connector are under way already: wait for one.");
        }
        try {
            return call.make(request);
        } finally {
            places.release();
        }
    }
}
