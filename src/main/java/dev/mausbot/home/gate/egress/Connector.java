package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.Reason;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Connects to checked addresses, one after the other until one answers, and makes sure that the peer is the one that was
 * dialled: 0.0.0.0, for one, is accepted by the kernel and reaches another address.
 */
final class Connector {
    private final EventLoop loop;
    private final Route route;
    private final Duration limit;

    Connector(EventLoop loop, Route route, Duration limit) {
        this.loop = loop;
        this.route = route;
        this.limit = limit;
    }

    /** What came of it. */
    sealed interface Outcome {
        /** A connection that reads nothing yet, and the checked address it is for. */
        record Connected(Channel channel, InetAddress address) implements Outcome {}

        record Failed(Reason reason) implements Outcome {}
    }

    /** Tries the addresses in their order; completes on the event loop, never exceptionally. */
    CompletionStage<Outcome> connect(List<InetAddress> addresses, int port) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        tryNext(addresses, port, System.nanoTime() + limit.toNanos(), outcome);
        return outcome;
    }

    private void tryNext(List<InetAddress> addresses, int port, long deadline, CompletableFuture<Outcome> outcome) {
        long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        if (left <= 0) {
            outcome.complete(new Outcome.Failed(Reason.CONNECT_TIMEOUT));
            return;
        }
        InetAddress address = addresses.getFirst();
        List<InetAddress> others = addresses.subList(1, addresses.size());
        InetSocketAddress target = route.to(new InetSocketAddress(address, port));
        // An address that does not answer must leave time for the ones behind it.
        int share = (int) Math.max(1, left / Math.min(addresses.size(), 3));
        var _ = bootstrap(share).connect(target).addListener((ChannelFuture attempt) -> {
            if (attempt.isSuccess()) {
                outcome.complete(checked(attempt.channel(), target, address));
            } else if (others.isEmpty()) {
                boolean late = attempt.cause() instanceof ConnectTimeoutException;
                outcome.complete(new Outcome.Failed(late ? Reason.CONNECT_TIMEOUT : Reason.CONNECT_FAILED));
            } else {
                tryNext(others, port, deadline, outcome);
            }
        });
    }

    private Bootstrap bootstrap(int timeoutMillis) {
        return new Bootstrap()
                .group(loop)
                // Not by its class: that is looked into by reflection, which a native executable has not been told of.
                .channelFactory(EpollSocketChannel::new)
                .disableResolver()
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                // Whoever asked for the connection puts its own handler in and only then begins to read.
                .handler(new ChannelInboundHandlerAdapter());
    }

    private static Outcome checked(Channel channel, InetSocketAddress target, InetAddress address) {
        if (target.equals(channel.remoteAddress())) {
            return new Outcome.Connected(channel, address);
        }
        Ends.close(channel);
        return new Outcome.Failed(Reason.WRONG_PEER);
    }
}
