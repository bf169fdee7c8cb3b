package dev.mausbot.home.inside;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.util.Optional;

/**
 * An accepted connection that is not linked to its unix socket yet.
 *
 * @param tcp the client's side, to be closed by the owner unless a {@link Link} has it
 * @param gate the unix socket that it wants to reach
 * @param since {@link System#nanoTime} at the time of the accept
 */
record Accepted(SocketChannel tcp, UnixDomainSocketAddress gate, long since) {
    /**
     * Connects the unix side and begins to copy.
     *
     * @return empty if the listener's backlog is full: try again later. Linux answers EAGAIN then, and no event tells
     *     when there is room (connect(2)); the JDK throws its plain {@code SocketException} for it.
     * @throws IOException if nothing listens there
     */
    Optional<Link> link(Selector selector) throws IOException {
        SocketChannel unix = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            unix.configureBlocking(false);
            if (!unix.connect(gate)) {
                throw new IOException("the connection to a unix socket is pending, which Linux knows not");
            }
            tcp.configureBlocking(false);
            tcp.setOption(StandardSocketOptions.TCP_NODELAY, true);
            return Optional.of(new Link(tcp, unix, selector));
        } catch (IOException e) {
            unix.close();
            if (isBacklogFull(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** A path without a socket has the same class of fault, a socket without a listener has its own. */
    private boolean isBacklogFull(IOException fault) {
        return fault instanceof SocketException && !(fault instanceof ConnectException) && Files.exists(gate.getPath());
    }
}
