package dev.mausbot.home.gate.harness;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.gate.Listening;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

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
    /** sun_path has 108 bytes and ends with a NUL; see unix(7). */
    private static final int MAX_SOCKET_PATH_BYTES = 107;

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
        int length = socket.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_SOCKET_PATH_BYTES) {
            throw new IllegalArgumentException("a socket's path has at most " + MAX_SOCKET_PATH_BYTES
                    + " bytes and this one " + length + ": set OMB_RUNTIME_DIR to a shorter folder");
        }
        if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            // Vert.x would not fail: it lets a second server share the first one's address, and another box its calls.
            throw new IllegalStateException("the socket " + socket + " is there already: each box has one of its own");
        }
        HarnessCalls calls = new HarnessCalls(vertx, routes, audit, limits, caller, capability);
        HttpServer server = vertx.createHttpServer(options())
                .connectionHandler(calls::connected)
                .invalidRequestHandler(calls::malformed)
                .requestHandler(calls::requested);
        CoreVertx.await(server.listen(SocketAddress.domainSocketAddress(socket.toString())), SECONDS_TO_LISTEN);
        Listening listening = () -> close(server, calls, socket, capability);
        try {
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException failed) {
            listening.close();
            throw new UncheckedIOException("cannot keep others from the socket " + socket, failed);
        }
        return listening;
    }

    private static HttpServerOptions options() {
        return new HttpServerOptions()
                .setMaxHeaderSize(MAX_HEADER_BYTES)
                .setMaxInitialLineLength(MAX_FIRST_LINE_BYTES)
                // Else the server itself would follow an upgrade to HTTP/2 before this gate sees the request.
                .setHttp2ClearTextEnabled(false)
                .setHandle100ContinueAutomatically(false);
    }

    private static void close(HttpServer server, HarnessCalls calls, Path socket, Capability capability) {
        capability.revoke();
        Future<Void> closed = server.close();
        // Without this it would wait for boxes that do not take their answers.
        calls.hangUp();
        try {
            CoreVertx.await(closed, SECONDS_TO_CLOSE);
        } finally {
            remove(socket);
        }
    }

    private static void remove(Path socket) {
        try {
            Files.deleteIfExists(socket);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot remove the socket " + socket, failed);
        }
    }
}
