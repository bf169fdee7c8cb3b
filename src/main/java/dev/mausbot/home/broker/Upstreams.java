package dev.mausbot.home.broker;

import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TrustOptions;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One box's connections to upstreams: each grant has a client of its own, so that no connection which was opened with one
 * credential carries another.
 */
final class Upstreams {
    private static final int LONGEST_HEADER_BYTES = 64 * 1024;
    private static final int KEEP_ALIVE_SECONDS = 30;
    /** What an upstream may send of one response before the box has taken it. */
    private static final int STREAM_WINDOW_BYTES = 256 * 1024;

    private final Vertx vertx;
    private final BrokerLimits limits;
    private final TrustOptions trust;
    private final IdentityHashMap<Grant, Upstream> open = new IdentityHashMap<>();
    private boolean closed;

    Upstreams(Vertx vertx, BrokerLimits limits, TrustOptions trust) {
        this.vertx = vertx;
        this.limits = limits;
        this.trust = trust;
    }

    /** A grant's client, and how many requests it is working on; the number is confined to the box's event loop. */
    static final class Upstream {
        private final Grant grant;
        private final HttpClient client;
        private int inProgress;

        private Upstream(Grant grant, HttpClient client) {
            this.grant = grant;
            this.client = client;
        }

        Grant grant() {
            return grant;
        }

        HttpClient client() {
            return client;
        }

        boolean begin(int most) {
            if (inProgress >= most) {
                return false;
            }
            inProgress++;
            return true;
        }

        void end() {
            inProgress--;
        }
    }

    /** A grant's client, made when it is first asked for; empty once all are closed. */
    synchronized Optional<Upstream> of(Grant grant) {
        return closed ? Optional.empty() : Optional.of(open.computeIfAbsent(grant, this::connectable));
    }

    private Upstream connectable(Grant grant) {
        boolean tls = grant.upstream().tls();
        HttpClientOptions options = new HttpClientOptions()
                .setSsl(tls)
                .setVerifyHost(true)
                .setTrustOptions(trust)
                .setUseAlpn(tls)
                .setProtocolVersion(tls ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1)
                .setHttp2ClearTextUpgrade(false)
                .setInitialSettings(new Http2Settings().setInitialWindowSize(STREAM_WINDOW_BYTES))
                .setHttp2ConnectionWindowSize(STREAM_WINDOW_BYTES * limits.requests())
                .setConnectTimeout((int) limits.connect().toMillis())
                .setSslHandshakeTimeout(limits.connect().toMillis())
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                .setHttp2KeepAliveTimeout(KEEP_ALIVE_SECONDS)
                .setMaxHeaderSize(LONGEST_HEADER_BYTES);
        PoolOptions pool = new PoolOptions().setHttp1MaxSize(limits.requests()).setHttp2MaxSize(1);
        return new Upstream(grant, vertx.createHttpClient(options, pool));
    }

    /** The request for a target; everything that says where it goes is the grant's. */
    RequestOptions request(Grant grant, String method, String target) {
        UpstreamUrl url = grant.upstream();
        return new RequestOptions()
                .setMethod(HttpMethod.valueOf(method))
                .setServer(SocketAddress.inetSocketAddress(url.port(), url.dialled()))
                .setHost(url.host())
                .setPort(url.port())
                .setSsl(url.tls())
                .setURI(target)
                .setFollowRedirects(false)
                .setConnectTimeout(limits.connect().toMillis())
                .setIdleTimeout(limits.idle().toMillis());
    }

    /** Ends every connection; from any thread. */
    synchronized void close() {
        closed = true;
        open.values().forEach(upstream -> upstream.client().close());
        open.clear();
    }
}
