package dev.mausbot.home.relay;

import dev.mausbot.home.gate.BoxSocket;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The relay socket of one box. What the box dials is kept waiting unread, one connection at a time: a newer one takes
 * the place of an older one, whose end could be seen only by reading from it. A box that dials without end so gets
 * nothing but closed connections.
 *
 * <p>The few threads here are virtual ones: one that accepts, one for each callback under way.
 */
final class BoxRelay implements AutoCloseable {
    private final BoxSocket socket;
    private final Duration patience;

    // Guarded by this.
    private @Nullable SocketChannel waiting;
    private final Set<SocketChannel> inUse = new HashSet<>();

    private BoxRelay(BoxSocket socket, Duration patience) {
        this.socket = socket;
        this.patience = patience;
    }

    /** Listens, for this user only. */
    static BoxRelay open(Path path, Duration patience) {
        BoxRelay relay = new BoxRelay(BoxSocket.at(path), patience);
        relay.socket.accept("relay-accept", relay::keep);
        return relay;
    }

    private synchronized void keep(SocketChannel dialled) {
        Optional.ofNullable(waiting).ifPresent(BoxRelay::end);
        waiting = dialled;
        if (!socket.isOpen()) {
            end(dialled);
        }
    }

    private synchronized Optional<SocketChannel> take() {
        Optional<SocketChannel> taken = Optional.ofNullable(waiting).filter(SocketChannel::isOpen);
        waiting = null;
        taken.ifPresent(inUse::add);
        return taken;
    }

    private synchronized void giveUp(SocketChannel connection) {
        inUse.remove(connection);
        end(connection);
    }

    /** Sends a callback in by the connection that waits; the answer is there within the patience, and never fails. */
    CompletableFuture<SignInAnswer> send(LoopbackUrl url) {
        Optional<SocketChannel> taken = take();
        if (taken.isEmpty()) {
            return CompletableFuture.completedFuture(new SignInAnswer.NothingWaits());
        }
        SocketChannel connection = taken.get();
        CompletableFuture<SignInAnswer> answer = new CompletableFuture<>();
        Thread.ofVirtual().name("relay-exchange").start(() -> answer.complete(exchange(connection, url)));
        return answer.completeOnTimeout(new SignInAnswer.TooLate(), patience.toMillis(), TimeUnit.MILLISECONDS)
                // Ends the exchange, too, if it is not at its end.
                .whenComplete((given, failure) -> giveUp(connection));
    }

    private static SignInAnswer exchange(SocketChannel connection, LoopbackUrl url) {
        try {
            return new Exchange(connection, url).run();
        } catch (IOException broken) {
            return new SignInAnswer.Garbled();
        }
    }

    /** Stops listening, ends every connection and removes the socket; may be called twice. */
    @Override
    public synchronized void close() {
        try {
            socket.close();
        } finally {
            Optional.ofNullable(waiting).ifPresent(BoxRelay::end);
            inUse.forEach(BoxRelay::end);
        }
    }

    private static void end(AutoCloseable ended) {
        try {
            ended.close();
        } catch (Exception failed) {
            // close(2) gives the descriptor back in any case
            System.getLogger("relay").log(System.Logger.Level.DEBUG, "a connection was not closed cleanly", failed);
        }
    }
}
