package dev.mausbot.home.broker;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.gate.BoxConnections;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.gate.Listening;
import dev.mausbot.home.gate.SocketFile;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.TrustOptions;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * The way from a box to model providers and MCP servers. The box calls with a token, {@code /b/TOKEN/GRANT/…}, and the
 * broker puts in its place what really opens the upstream, which the box cannot choose. Each box has a socket of its own,
 * and a token opens nothing through another's. The broker's own answers have the header {@code x-omb-gate: broker}; an
 * upstream's are handed back as they are, redirects and refusals included.
 */
public final class Broker {
    private static final int LONGEST_HEADER_BYTES = 32 * 1024;
    private static final int LONGEST_FIRST_LINE_BYTES = 16 * 1024;
    private static final long SECONDS_TO_LISTEN = 10;
    private static final long SECONDS_TO_CLOSE = 10;

    private final Vertx vertx;
    private final Audit audit;
    private final BrokerLimits limits;
    private final TrustOptions trust;

    /** A broker that trusts whom Java trusts. */
    public Broker(Vertx vertx, Audit audit) {
        this(vertx, audit, BrokerLimits.usual(), systemTrust());
    }

    Broker(Vertx vertx, Audit audit, BrokerLimits limits, TrustManager trust) {
        this.vertx = vertx;
        this.audit = audit;
        this.limits = limits;
        this.trust = TrustOptions.wrap(trust);
    }

    /** Read once: every grant's connections are made with it. */
    private static TrustManager systemTrust() {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((KeyStore) null);
            return factory.getTrustManagers()[0];
        } catch (GeneralSecurityException unreadable) {
            throw new IllegalStateException("Java's store of trusted certificates cannot be read", unreadable);
        }
    }

    /**
     * Listens for one box and returns once it does. Blocks, so not for an event loop. Closing what is returned also revokes
     * the box's tokens and ends what is under way to upstreams.
     *
     * @throws IllegalArgumentException if the grants are another box's
     * @throws IllegalStateException if something is at that path already
     * @throws java.util.concurrent.CompletionException if the socket cannot be made
     */
    public Listening open(Path socket, Caller caller, BoxGrants grants) {
        if (!grants.caller().equals(caller)) {
            throw new IllegalArgumentException("grants belong to one box");
        }
        SocketFile file = SocketFile.at(socket);
        BrokerCalls calls = new BrokerCalls(
                grants,
                audit,
                limits,
                new Upstreams(vertx, limits, trust),
                new BoxConnections(vertx, limits.connections(), limits.header()));
        HttpServer server = vertx.createHttpServer(options())
                .connectionHandler(calls::connected)
                .invalidRequestHandler(calls::malformed)
                .requestHandler(calls::requested);
        CoreVertx.await(listen(server, file), SECONDS_TO_LISTEN);
        Listening listening = () -> close(server, calls, file, grants);
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
        return Stream.of(BrokerRefusal.values())
                .filter(refusal -> refusal.label().equals(reason))
                .map(BrokerRefusal::sentence)
                .findFirst();
    }

    /** On an event loop of its turn: Vert.x would put all boxes that one thread opens on the same one. */
    private Future<HttpServer> listen(HttpServer server, SocketFile file) {
        Promise<HttpServer> listens = Promise.promise();
        ((VertxInternal) vertx)
                .createEventLoopContext()
                .runOnContext(there -> server.listen(file.address()).onComplete(listens));
        return listens.future();
    }

    private HttpServerOptions options() {
        return new HttpServerOptions()
                .setMaxHeaderSize(LONGEST_HEADER_BYTES)
                .setMaxInitialLineLength(LONGEST_FIRST_LINE_BYTES)
                // Else the server itself would follow an upgrade to HTTP/2 before the broker sees the request.
                .setHttp2ClearTextEnabled(false)
                .setHandle100ContinueAutomatically(true)
                // A box that neither sends nor takes anything for so long is not there.
                .setIdleTimeout(Math.toIntExact(limits.idle().multipliedBy(2).toMillis()))
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
    }

    private static void close(HttpServer server, BrokerCalls calls, SocketFile file, BoxGrants grants) {
        grants.close();
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
