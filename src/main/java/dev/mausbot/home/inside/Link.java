package dev.mausbot.home.inside;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One accepted connection and its counterpart, the unix socket: two {@link Flow}s that end independently. */
final class Link implements Closeable {
    private final SelectionKey tcpKey;
    private final SelectionKey unixKey;
    private final Flow out;
    private final Flow back;

    /** Registers both non-blocking channels, with itself as the attachment. */
    Link(SocketChannel tcp, SocketChannel unix, Selector selector) throws IOException {
        this.out = new Flow(tcp, unix);
        this.back = new Flow(unix, tcp);
        this.tcpKey = tcp.register(selector, SelectionKey.OP_READ);
        this.unixKey = unix.register(selector, SelectionKey.OP_READ);
        tcpKey.attach(this);
        unixKey.attach(this);
    }

    /**
     * Moves what the key is ready for.
     *
     * @return false when the link is at its end and must be closed
     * @throws IOException if the client has reset the connection; close the link
     */
    boolean move(SelectionKey key, ByteBuffer buffer) throws IOException {
        boolean isTcp = key.equals(tcpKey);
        if (key.isWritable()) {
            (isTcp ? back : out).writable();
        }
        if (key.isReadable()) {
            if (isTcp) {
                out.readable(buffer);
            } else {
                readUnix(buffer);
            }
        }
        if (back.discards() || (out.done() && back.done())) {
            return false; // the client is gone, or both have said all
        }
        showInterest();
        return true;
    }

    /**
     * A unix socket fails to be read (ECONNRESET) only when its peer has closed without reading all; what the peer had
     * written before was read by then, so this is an end like any other. Of TCP the same error means lost bytes.
     */
    private void readUnix(ByteBuffer buffer) throws IOException {
        try {
            back.readable(buffer);
        } catch (IOException e) {
            back.sourceEnded();
        }
    }

    private void showInterest() {
        tcpKey.interestOps(out.sourceInterest() | back.sinkInterest());
        unixKey.interestOps(back.sourceInterest() | out.sinkInterest());
    }

    @Override
    public void close() throws IOException {
        try {
            tcpKey.channel().close();
        } finally {
            unixKey.channel().close();
        }
    }
}
