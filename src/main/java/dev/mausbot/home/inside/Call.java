package dev.mausbot.home.inside;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One connection to the server's sign-in relay. The box dials, the server speaks first, and both lines have a fixed
 * length:
 *
 * <pre>
 * server   connect 08085\n
 * box      ok\n              from here on the bytes of both go through, as in every {@link Link}
 *          refused\n         nothing listens on that port; the end
 * </pre>
 */
final class Call implements Closeable {
    /** What has become of a call. */
    enum State {
        /** The server has not said what it wants. */
        WAITING,
        /** The port is known and the connection to it under way. */
        CONNECTING,
        /** Its channels belong to a {@link Link} now. */
        LINKED,
        OVER
    }

    private record Loopback(StandardProtocolFamily family, String address) {}

    /** "localhost" is the second one for some programs. */
    private static final List<Loopback> LOOPBACKS = List.of(
            new Loopback(StandardProtocolFamily.INET, "127.0.0.1"), new Loopback(StandardProtocolFamily.INET6, "::1"));

    private static final String WORD = "connect ";
    private static final int LENGTH = "connect 00000\n".length();
    private static final int LAST_PORT = 65535;

    private final Relay relay;
    private final Selector selector;
    private final SocketChannel server;
    private final ByteBuffer line = ByteBuffer.allocate(LENGTH);
    private final Iterator<Loopback> untried = LOOPBACKS.iterator();
    private State state = State.WAITING;
    private @Nullable SocketChannel target;
    private int port;

    /**
     * Dials.
     *
     * @throws IOException if nothing listens there, or its backlog is full
     */
    Call(Relay relay, UnixDomainSocketAddress socket, Selector selector) throws IOException {
        this.relay = relay;
        this.selector = selector;
        this.server = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.configureBlocking(false);
            if (!server.connect(socket)) {
                throw new IOException("the connection to a unix socket is pending, which Linux knows not");
            }
            server.register(selector, SelectionKey.OP_READ, this);
        } catch (IOException e) {
            server.close();
            throw e;
        }
    }

    /** Who dialled, and is to let it go on. */
    Relay relay() {
        return relay;
    }

    State state() {
        return state;
    }

    /**
     * Goes on with what the key is ready for.
     *
     * @throws IOException if the server has left or said what it may not; close the call
     */
    void move(SelectionKey key) throws IOException {
        if (state == State.WAITING) {
            hear();
        } else if (state == State.CONNECTING && key.channel().equals(server)) {
            throw new IOException("the server has left, or speaks before it was answered");
        } else if (state == State.CONNECTING) {
            finish();
        }
    }

    private void hear() throws IOException {
        if (server.read(line) < 0) {
            throw new IOException("the server has ended the connection");
        }
        if (!line.hasRemaining()) {
            port = port(new String(line.array(), StandardCharsets.ISO_8859_1));
            state = State.CONNECTING;
            connect();
        }
    }

    private static int port(String said) throws IOException {
        int port = 0;
        boolean good = said.startsWith(WORD) && said.endsWith("\n");
        for (int i = WORD.length(); good && i < LENGTH - 1; i++) {
            char digit = said.charAt(i);
            good = digit >= '0' && digit <= '9';
            port = port * 10 + (digit - '0');
        }
        if (!good || port == 0 || port > LAST_PORT) {
            throw new IOException("the server named no port");
        }
        return port;
    }

    /** Tries the loopback addresses in turn; a full backlog leaves a connection pending, a closed port does not. */
    private void connect() throws IOException {
        while (untried.hasNext()) {
            Loopback next = untried.next();
            boolean connected;
            try {
                target = SocketChannel.open(next.family());
                target.configureBlocking(false);
                connected = target.connect(new InetSocketAddress(InetAddress.ofLiteral(next.address()), port));
            } catch (IOException | UnsupportedOperationException e) {
                closeTarget(); // nothing listens there, or this machine has no IPv6
                continue;
            }
            if (connected) {
                link(target);
            } else {
                target.register(selector, SelectionKey.OP_CONNECT, this);
            }
            return;
        }
        say("refused\n");
        state = State.OVER;
    }

    private void finish() throws IOException {
        SocketChannel tcp = target;
        try {
            if (tcp == null || !tcp.finishConnect()) {
                return;
            }
        } catch (IOException e) {
            closeTarget();
            connect();
            return;
        }
        link(tcp);
    }

    private void link(SocketChannel tcp) throws IOException {
        say("ok\n");
        tcp.setOption(StandardSocketOptions.TCP_NODELAY, true);
        // Registers both anew, with itself in this call's place.
        new Link(tcp, server, selector);
        state = State.LINKED;
    }

    /** A few bytes into an empty socket: all or none. */
    private void say(String answer) throws IOException {
        if (server.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.US_ASCII))) != answer.length()) {
            throw new IOException("the server does not take an answer");
        }
    }

    private void closeTarget() throws IOException {
        if (target != null) {
            target.close();
            target = null;
        }
    }

    /** Ends both connections; not to be called once they belong to a link. */
    @Override
    public void close() throws IOException {
        try {
            closeTarget();
        } finally {
            server.close();
        }
    }
}
