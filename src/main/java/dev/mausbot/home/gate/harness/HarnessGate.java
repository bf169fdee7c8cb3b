package dev.mausbot.home.gate.harness;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.gate.Listening;
import dev.mausbot.home.gate.SocketFile;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The way from a box to this server's internal routes. Each box has a socket of its own, so who calls is known before
 * anything is read; the turn's {@link Capability} shows that the call comes from what the turn started. Everything but
 * {@code /api/internal/} is answered by the gate itself, with the header {@code x-omb-gate: harness}.
 */
public final class HarnessGate {
    private static final int MAX_HEADER_BYTES = 16 * 1024;
    private static final int MAX_FIRST_LINE_BYTES = 8 * 1024;
    private static final long SECONDS_TO_LISTEN = 10;
    private static final long SECONDS_TO_CLOSE = 10;

    private final Vertx vertx;
    private final InternalRoutes routes;
    private final Audit audit;
    private final HarnessLimits limits;

    public HarnessGate(Vertx vertx, InternalRoutes routes, Audit audit) {
        this(vertx, routes, audit, HarnessLimits.usual());
    }

    HarnessGate(Vertx vertx, InternalRoutes routes, Audit audit, HarnessLimits limits) {
        this.vertx = vertx;
        this.routes = routes;
        this.audit = audit;
        this.limits = limits;
    }

    /**
     * Listens for one box and returns once it does. Blocks, so not for an event loop. Closing what is returned also revokes
     * the capability.
     *
     * @throws IllegalStateException if something is at that path already
     * @throws java.util.concurrent.CompletionException if the socket cannot be made
     */
    public Listening open(Path socket, Caller caller, Capability capability) {
        SocketFile file = SocketFile.at(socket);
        HarnessCalls calls = new HarnessCalls(vertx, routes, audit, limits, caller, capability);
        HttpServer server = vertx.createHttpServer(options())
                .connectionHandler(calls::connected)
                .invalidRequestHandler(calls::malformed)
                .requestHandler(calls::requested);
        CoreVertx.await(server.listen(file.address()), SECONDS_TO_LISTEN);
        Listening listening = () -> close(server, calls, file, capability);
        try {
            file.keepFromOthers();
        } catch (UncheckedIOException failed) {
            listening.close();
            throw failed;
        }
        return listening;
    }

    /** What it told a box that it refused for this reason (a label of the audit log): one clause, for people. */
    public static Optional<String> sentence(String reason) {
        return Stream.of(Refusal.values())
                .filter(refusal -> refusal.label().equals(reason))
                .map(Refusal::sentence)
                .findFirst();
    }

    private static HttpServerOptions options() {
        return new HttpServerOptions()
                .setMaxHeaderSize(MAX_HEADER_BYTES)
                .setMaxInitialLineLength(MAX_FIRST_LINE_BYTES)
                // Else the server itself would follow an upgrade to HTTP/2 before this gate sees the request.
                .setHttp2ClearTextEnabled(false)
                .setHandle100ContinueAutomatically(false);
    }

    private static void close(HttpServer server, HarnessCalls calls, SocketFile file, Capability capability) {
        capability.revoke();
        Future<Void> closed = server.close();
        // Without this it would wait for boxes that do not take their answers.
        calls.hangUp();
        try {
            CoreVertx.await(closed, SECONDS_TO_CLOSE);
        } finally {
            file.remove();
        }
    }
}
