package dev.mausbot.home.inside;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * The loop: accepts on every route and moves what the connections have to say, on the thread that calls {@link #serve}.
 *
 * <p>At most {@link #MOST_LINKS} connections are open; more wait in the kernel's backlog. With what a {@link Flow} may
 * keep that is 32 MiB at the very worst, and nearly nothing for connections that are idle or well read.
 */
final class Switchboard implements AutoCloseable {
    /** Twice what the egress gate allows a box (256 tunnels), so that its refusal is what a box sees first. */
    static final int MOST_LINKS = 512;

    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int BACKLOG = 1024;
    /** How often a listener whose backlog was full is asked again, and for how long. */
    private static final long RETRY_MILLIS = 5;

    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private final Selector selector = Selector.open();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(Flow.CHUNK);
    private final List<SelectionKey> listeners = new ArrayList<>();
    /** Accepted, but the unix listener's backlog was full. */
    private final Deque<Accepted> waiting = new ArrayDeque<>();

    private final List<Relay> relays = new ArrayList<>();
    private final Complaints complaints;
    private int links;
    /** An accept has failed, most likely for want of descriptors: the listeners rest until the next round. */
    private boolean stumbled;

    Switchboard(Complaints complaints) throws IOException {
        this.complaints = complaints;
    }

    /**
     * Listens on a route's port of 127.0.0.1.
     *
     * @return the port, which is the kernel's choice if the route has 0
     */
    int listen(Route route) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.INET);
        try {
            listener.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), route.port()), BACKLOG);
            listener.configureBlocking(false);
            listeners.add(listener.register(selector, SelectionKey.OP_ACCEPT, route.socket()));
        } catch (IOException e) {
            listener.close();
            throw new IOException("cannot listen on 127.0.0.1:" + route.port() + ": " + e.getMessage(), e);
        }
        return listener.socket().getLocalPort();
    }

    /** Dials a relay's socket and keeps one connection waiting there. */
    void relay(UnixDomainSocketAddress socket) {
        Relay relay = new Relay(socket, selector, complaints);
        relay.dial();
        relays.add(relay);
    }

    /** Copies until the selector fails; a fault of one connection ends that connection only. */
    void serve() throws IOException {
        while (true) {
            selector.select(patience());
            stumbled = false;
            for (Iterator<SelectionKey> ready = selector.selectedKeys().iterator(); ready.hasNext(); ) {
                SelectionKey key = ready.next();
                ready.remove();
                if (!key.isValid()) {
                    continue; // this round's other key has ended the link
                }
                if (key.attachment() instanceof Link link) {
                    move(link, key);
                } else if (key.attachment() instanceof UnixDomainSocketAddress address) {
                    accept((ServerSocketChannel) key.channel(), address);
                } else if (key.attachment() instanceof Call call) {
                    answer(call, key);
                }
            }
            retry();
            admit();
        }
    }

    /** How long to wait for something to happen, in milliseconds; 0 for as long as it takes. */
    private long patience() {
        long shortest = waiting.isEmpty() && !stumbled ? 0 : RETRY_MILLIS;
        for (Relay relay : relays) {
            long pause = relay.dial();
            shortest = shortest == 0 || (pause != 0 && pause < shortest) ? pause : shortest;
        }
        return shortest;
    }

    private void answer(Call call, SelectionKey key) {
        if (call.relay().move(call, key)) {
            links++;
        }
    }

    private void accept(ServerSocketChannel listener, UnixDomainSocketAddress gate) {
        try {
            SocketChannel tcp = links < MOST_LINKS ? listener.accept() : null;
            if (tcp != null) {
                links++;
                link(new Accepted(tcp, gate, System.nanoTime()));
            }
        } catch (IOException e) {
            stumbled = true;
            complaints.say("cannot accept a connection: " + e.getMessage());
        }
    }

    private void link(Accepted accepted) {
        try {
            if (accepted.link(selector).isPresent()) {
                return;
            }
            if (System.nanoTime() - accepted.since() < PATIENCE_NANOS) {
                waiting.addLast(accepted);
                return;
            }
            complaints.say(accepted.gate() + " takes no connection: its backlog is full");
        } catch (IOException e) {
            complaints.say("cannot reach " + accepted.gate() + ": " + e.getMessage());
        }
        end(accepted.tcp());
    }

    private void retry() {
        for (int i = waiting.size(); i > 0; i--) {
            link(waiting.removeFirst());
        }
    }

    private void move(Link link, SelectionKey key) {
        try {
            if (!link.move(key, buffer)) {
                end(link);
            }
        } catch (IOException e) {
            end(link); // reset by the client, which needs no telling
        }
    }

    private void end(Closeable ended) {
        links--;
        try {
            ended.close();
        } catch (IOException e) {
            // close(2) gives the descriptor back in any case
            complaints.say("cannot close a connection: " + e.getMessage());
        }
    }

    /** Stops accepting at the limit and begins again below it. */
    private void admit() {
        int interest = links < MOST_LINKS && !stumbled ? SelectionKey.OP_ACCEPT : 0;
        for (SelectionKey listener : listeners) {
            listener.interestOps(interest);
        }
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey listener : listeners) {
            listener.channel().close();
        }
        selector.close();
    }
}
