package dev.mausbot.home.broker;

import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.gate.Listening;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import javax.net.ssl.X509TrustManager;

/** A broker with real sockets, and upstreams on loopback that record what arrives. */
final class BrokerFixture implements AutoCloseable {
    static final String REAL_KEY = "sk-real-canary-key";
    static final BrokerLimits LIMITS =
            new BrokerLimits(4, 64, Duration.ofSeconds(30), Duration.ofSeconds(5), Duration.ofSeconds(30));

    final CoreVertx core = CoreVertx.start();
    final List<AuditEvent> audited = new CopyOnWriteArrayList<>();
    final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    final Grants grants = new Grants(now::get);
    private final Path folder;
    private final Deque<Listening> open = new ArrayDeque<>();
    private int boxes;

    BrokerFixture() throws IOException {
        // Not JUnit's own: a socket's path must stay short wherever TMPDIR is.
        folder = Files.createTempDirectory(Path.of("/tmp"), "omb-b");
    }

    Path folder() {
        return folder;
    }

    /** Starts an upstream and returns its port. */
    int upstream(Handler<HttpServerRequest> handler) {
        return upstream(new HttpServerOptions().setHttp2ClearTextEnabled(false), handler);
    }

    int upstream(HttpServerOptions options, Handler<HttpServerRequest> handler) {
        HttpServer server =
                core.vertx().createHttpServer(options.setHost("127.0.0.1")).requestHandler(handler);
        return CoreVertx.await(server.listen(0), 10).actualPort();
    }

    static Grant.OfProvider provider(String id, String url) {
        Provider provider = Providers.byId(id).orElseThrow();
        return Grant.OfProvider.of(
                provider,
                UpstreamUrl.of(url).orElseThrow(),
                Map.of(provider.keys().getFirst().variable(), new Secret(REAL_KEY)));
    }

    static Grant.OfProvider anthropic(int port) {
        return provider("anthropic", "http://127.0.0.1:" + port);
    }

    static Grant.OfMcpServer mcp(String url) {
        return new Grant.OfMcpServer(
                "docs",
                UpstreamUrl.of(url).orElseThrow(),
                Map.of("Authorization", new Secret("Bearer " + REAL_KEY), "X-Team", new Secret("canary-team")));
    }

    /** A box: its socket and its grants. */
    record Box(Path socket, BoxGrants grants, Listening listening) {
        BoxClient client() throws IOException {
            return new BoxClient(socket);
        }
    }

    Box box() {
        return box(broker(LIMITS));
    }

    Box box(Broker broker) {
        boxes++;
        Caller caller = new Caller("box-" + boxes, "bot-1", "conversation-1", "turn-" + boxes);
        BoxGrants own = grants.forBox(caller);
        Path socket = folder.resolve("b" + boxes);
        Listening listening = broker.open(socket, caller, own);
        open.push(listening);
        return new Box(socket, own, listening);
    }

    Broker broker(BrokerLimits limits) {
        return broker(limits, new ThrowAwayCertificate.TrustsNobody());
    }

    Broker broker(BrokerLimits limits, X509TrustManager trust) {
        return new Broker(core.vertx(), audited::add, limits, trust);
    }

    @Override
    public void close() throws IOException {
        open.forEach(Listening::close);
        core.close();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }
}
