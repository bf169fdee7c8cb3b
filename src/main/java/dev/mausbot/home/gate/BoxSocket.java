package dev.mausbot.home.gate;

import dev.mausbot.home.boot.Closing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A unix socket that one box alone is to use, for what speaks no HTTP: this user only may connect. One virtual thread
 * accepts; what it hands over is the taker's to close.
 */
public final class BoxSocket implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("gate");
    private static final long PAUSE_NANOS = 100_000_000L;

    private final ServerSocketChannel listener;
    private final SocketFile file;

    private BoxSocket(ServerSocketChannel listener, SocketFile file) {
        this.listener = listener;
        this.file = file;
    }

    /** What is done with a connection; quickly, since meanwhile no other is accepted. */
    @FunctionalInterface
    public interface Taker {
        void take(SocketChannel connection) throws IOException;
    }

    /**
     * Opens it; nothing is accepted yet.
     *
     * @param path a path that does not exist yet, in a folder that only this user may enter
     * @throws IllegalStateException if something is at that path already
     * @throws UncheckedIOException if it cannot be opened there
     */
    public static BoxSocket at(Path path) {
        SocketFile file = SocketFile.at(path);
        try {
            BoxSocket socket = new BoxSocket(ServerSocketChannel.open(StandardProtocolFamily.UNIX), file);
            try {
                socket.listener.bind(UnixDomainSocketAddress.of(path));
                file.keepFromOthers();
                return socket;
            } catch (IOException | RuntimeException failed) {
                Closing.inTurn(List.of(socket)).ifPresent(failed::addSuppressed);
                throw failed;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot listen on " + path, failed);
        }
    }

    /** Accepts until it is closed; called once. */
    public void accept(String thread, Taker taker) {
        Thread.ofVirtual().name(thread).start(() -> {
            while (listener.isOpen()) {
                try {
                    taker.take(listener.accept());
                } catch (ClosedChannelException over) {
                    LOG.log(System.Logger.Level.TRACE, "a connection or the socket was closed meanwhile", over);
                } catch (IOException failed) {
                    // Most likely for want of descriptors: others have to end first.
                    LockSupport.parkNanos(PAUSE_NANOS);
                } catch (RuntimeException bug) {
                    // The box's next connection is to be heard all the same.
                    LOG.log(System.Logger.Level.ERROR, "a box's connection was not taken", bug);
                }
            }
        });
    }

    public boolean isOpen() {
        return listener.isOpen();
    }

    /**
     * Stops listening and removes the file; may be called twice.
     *
     * @throws UncheckedIOException if the file cannot be removed
     */
    @Override
    public void close() {
        Closing.inTurn(List.<AutoCloseable>of(listener, file::remove)).ifPresent(left -> {
            throw new UncheckedIOException("a box's socket could not be put away", left);
        });
    }
}
