package dev.mausbot.home.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The relay socket of one box. What the box dials is kept waiting unread, one connection at a time: a newer one takes
 * the place of an older one, whose end could be seen only by reading from it. A box that dials without end so gets
 * nothing but closed connections.
 *
 * <p>The few threads here are virtual ones: one that accepts, one for each callback under way.
 */
final class BoxRelay implements AutoCloseable {
    private static final long PAUSE_NANOS = 100_000_000L;
    /** sun_path has 108 bytes and ends with a NUL; see unix(7). */
    private static final int MAX_SOCKET_PATH_BYTES = 107;

    private final ServerSocketChannel listener;
    private final Path socket;
    private final Duration patience;

    // Guarded by this.
    private @Nullable SocketChannel waiting;
    private final Set<SocketChannel> inUse = new HashSet<>();

    private BoxRelay(ServerSocketChannel listener, Path socket, Duration patience) {
        this.listener = listener;
        this.socket = socket;
        this.patience = patience;
    }

    /** Listens, for this user only. */
    static BoxRelay open(Path socket, Duration patience) {
        int length = socket.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_SOCKET_PATH_BYTES) {
            throw new IllegalArgumentException("a socket's path has at most " + MAX_SOCKET_PATH_BYTES
                    + " bytes and this one " + length + ": set OMB_RUNTIME_DIR to a shorter folder");
        }
        if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            throw new IllegalStateException("the socket " + socket + " is there already: each box has one of its own");
        }
        try {
            BoxRelay relay = new BoxRelay(ServerSocketChannel.open(StandardProtocolFamily.UNIX), socket, patience);
            relay.listen();
            return relay;
        } catch (IOException failed) {
            throw new UncheckedIOException("the relay cannot listen on " + socket, failed);
        }
    }

    private void listen() throws IOException {
        try {
            listener.bind(UnixDomainSocketAddress.of(socket));
            Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException failed) {
            close();
            throw failed;
        }
        Thread.ofVirtual().name("relay-accept").start(this::accept);
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                keep(listener.accept());
            } catch (ClosedChannelException over) {
                return;
            } catch (IOException failed) {
                // Most likely for want of descriptors: others have to end first.
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private synchronized void keep(SocketChannel dialled) {
        Optional.ofNullable(waiting).ifPresent(BoxRelay::end);
        waiting = dialled;
        if (!listener.isOpen()) {
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
        end(listener);
        Optional.ofNullable(waiting).ifPresent(BoxRelay::end);
        inUse.forEach(BoxRelay::end);
        try {
            Files.deleteIfExists(socket);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot remove the socket " + socket, failed);
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
