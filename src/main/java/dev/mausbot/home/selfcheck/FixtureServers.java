package dev.mausbot.home.selfcheck;

import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.gate.egress.Route;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The servers that a self-check is about: one on the host's loopback, one behind an abstract socket, the server's own
 * sockets, a provider, and one to which every connection of the egress gate leads, so that nothing real is ever called.
 */
final class FixtureServers implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final long SECONDS = 10;

    private final Vertx vertx;
    private final Deque<Runnable> closing = new ArrayDeque<>();
    private final String abstractName;
    private final String word;
    private final int loopback;
    private final int upstream;
    private final int recorder;

    private FixtureServers(Vertx vertx, FixtureKey key, String abstractName, String word) {
        this.vertx = vertx;
        this.abstractName = abstractName;
        this.word = word;
        this.loopback = accepting(SocketAddress.inetSocketAddress(0, LOOPBACK));
        this.upstream = answering(request -> provider(request, key, word));
        this.recorder = answering(request -> request.response().end("let out\n"));
    }

    /**
     * Starts them.
     *
     * @param key what the provider wants to see
     * @param abstractName the name of the abstract socket
     * @param word what the provider's answer holds, so that it cannot be taken for another's
     */
    static FixtureServers start(Vertx vertx, FixtureKey key, String abstractName, String word, Path... sockets) {
        FixtureServers servers = new FixtureServers(vertx, key, abstractName, word);
        try {
            servers.abstractSocket();
            for (Path socket : sockets) {
                servers.accepting(SocketAddress.domainSocketAddress(socket.toString()));
            }
        } catch (RuntimeException failed) {
            servers.close();
            throw failed;
        }
        return servers;
    }

    int loopback() {
        return loopback;
    }

    String abstractName() {
        return abstractName;
    }

    /** The provider's base URL. */
    String upstream() {
        return "http://" + LOOPBACK + ":" + upstream;
    }

    String word() {
        return word;
    }

    /** Where every connection goes that the egress gate makes. */
    Route toRecorder() {
        InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral(LOOPBACK), recorder);
        return _ -> address;
    }

    /** The provider's base URL behind something that changes every request. */
    String upstreamBehind(Disguise disguise) {
        Front front = Front.onLoopback(vertx, SocketAddress.inetSocketAddress(upstream, LOOPBACK), disguise);
        closing.push(front::close);
        return "http://" + LOOPBACK + ":" + front.port();
    }

    private static void provider(HttpServerRequest request, FixtureKey key, String word) {
        String shown = request.headers().get("x-api-key");
        boolean known = shown != null
                && MessageDigest.isEqual(
                        shown.getBytes(StandardCharsets.UTF_8), key.reveal().getBytes(StandardCharsets.UTF_8));
        request.response().setStatusCode(known ? 200 : 401).end(known ? word : "this provider does not know you");
    }

    private int accepting(SocketAddress address) {
        var server = vertx.createNetServer().connectHandler(socket -> socket.handler(_ -> {}));
        CoreVertx.await(server.listen(address), SECONDS);
        closing.push(() -> CoreVertx.await(server.close(), SECONDS));
        return server.actualPort();
    }

    private int answering(Handler<HttpServerRequest> handler) {
        var server = vertx.createHttpServer().requestHandler(handler);
        CoreVertx.await(server.listen(0, LOOPBACK), SECONDS);
        closing.push(() -> CoreVertx.await(server.close(), SECONDS));
        return server.actualPort();
    }

    /** The JDK and Vert.x know sockets with a file only. */
    private void abstractSocket() {
        Channel channel = new ServerBootstrap()
                .group(((VertxInternal) vertx).getEventLoopGroup())
                .channelFactory(EpollServerDomainSocketChannel::new)
                .childHandler(new ChannelInboundHandlerAdapter())
                .bind(new DomainSocketAddress("\0" + abstractName))
                .syncUninterruptibly()
                .channel();
        closing.push(() -> channel.close().syncUninterruptibly());
    }

    @Override
    public void close() {
        while (!closing.isEmpty()) {
            closing.pop().run();
        }
    }
}
