package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.Listening;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A box's socket: accepts its connections, and ends every one of them when it is closed. */
final class EgressSocket implements Listening {
    private static final long CLOSE_SECONDS = 10;
    private static final long LONGEST_CHECK_MILLIS = 1000;

    private final ServerChannel server;
    private final ChannelGroup clients;
    private final BoxEgress egress;
    private final Future<?> checks;
    private final Optional<Path> file;

    private EgressSocket(
            ServerChannel server, ChannelGroup clients, BoxEgress egress, Future<?> checks, Optional<Path> file) {
        this.server = server;
        this.clients = clients;
        this.egress = egress;
        this.checks = checks;
        this.file = file;
    }

    /** Opens a unix socket that only this user may connect to. */
    static EgressSocket openUnix(DomainSocketAddress address, EventLoop loop, BoxEgress egress) {
        Path file = Path.of(address.path());
        EgressSocket socket = open(address, EpollServerDomainSocketChannel::new, loop, egress, Optional.of(file));
        try {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException refused) {
            socket.close();
            throw new UncheckedIOException("the egress socket " + file + " cannot be made private", refused);
        }
        return socket;
    }

    static EgressSocket openTcp(InetSocketAddress address, EventLoop loop, BoxEgress egress) {
        return open(address, EpollServerSocketChannel::new, loop, egress, Optional.empty());
    }

    private static EgressSocket open(
            SocketAddress address,
            ChannelFactory<? extends ServerChannel> type,
            EventLoop loop,
            BoxEgress egress,
            Optional<Path> file) {
        ChannelGroup clients = new DefaultChannelGroup(loop);
        ChannelFuture bound = new ServerBootstrap()
                .group(loop)
                .channelFactory(type)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel, clients, egress);
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new UncheckedIOException(
                    "the egress gate cannot listen on " + address, new IOException(bound.cause()));
        }
        long period = checkMillis(egress.limits());
        Future<?> checks = loop.scheduleAtFixedRate(egress::checkTimes, period, period, TimeUnit.MILLISECONDS);
        return new EgressSocket((ServerChannel) bound.channel(), clients, egress, checks, file);
    }

    private static void accept(Channel channel, ChannelGroup clients, BoxEgress egress) {
        if (clients.size() >= egress.limits().clients()) {
            Ends.close(channel);
            return;
        }
        clients.add(channel);
        channel.pipeline().addLast(new ClientConnection(egress, channel));
    }

    /** Often enough that no limit is overrun by more than a quarter, or a second. */
    private static long checkMillis(EgressLimits limits) {
        long shortest = Math.min(
                limits.header().toMillis(),
                Math.min(limits.keepAlive().toMillis(), limits.idle().toMillis()));
        return Math.clamp(shortest / 4, 1, LONGEST_CHECK_MILLIS);
    }

    SocketAddress address() {
        return server.localAddress();
    }

    /** Blocks until every connection has ended, those to origins with those of the box; not for an event loop. */
    @Override
    public void close() {
        checks.cancel(false);
        var _ = server.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
        var _ = clients.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
        var _ = egress.origins().close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
        file.ifPresent(EgressSocket::delete);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException undeleted) {
            throw new UncheckedIOException("the egress socket " + file + " cannot be removed", undeleted);
        }
    }
}
