package dev.mausbot.home.gate.ask;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.SocketFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import jdk.net.ExtendedSocketOptions;

/** The ask socket of one box: a thread that accepts, and one for each connection. All are virtual and wait mostly. */
final class BoxAsks {
    /** An engine's helper has one; some engines start it once for each of their own parts. */
    static final int MOST_CONNECTIONS = 4;

    private static final long PAUSE_NANOS = 100_000_000L;

    private final ServerSocketChannel listener;
    private final SocketFile file;
    private final UserPrincipal owner;
    private final Caller caller;
    private final Asks asks;
    private final Audit audit;

    // Guarded by this.
    private final Set<AskConnection> connections = new HashSet<>();

    private BoxAsks(
            ServerSocketChannel listener, SocketFile file, UserPrincipal owner, Caller caller, Asks asks, Audit audit) {
        this.listener = listener;
        this.file = file;
        this.owner = owner;
        this.caller = caller;
        this.asks = asks;
        this.audit = audit;
    }

    static BoxAsks open(Path socket, Caller caller, Asks asks, Audit audit) {
        SocketFile file = SocketFile.at(socket);
        try {
            ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                listener.bind(UnixDomainSocketAddress.of(socket));
                file.keepFromOthers();
                BoxAsks opened = new BoxAsks(listener, file, Files.getOwner(socket), caller, asks, audit);
                Thread.ofVirtual().name("ask-accept").start(opened::accept);
                return opened;
            } catch (IOException | RuntimeException failed) {
                listener.close();
                file.remove();
                throw failed;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot listen on " + socket, failed);
        }
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                serve(listener.accept());
            } catch (ClosedChannelException over) {
                return;
            } catch (IOException failed) {
                // Most likely for want of descriptors: others have to end first.
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void serve(SocketChannel channel) throws IOException {
        // Modes keep others out already; root, or whoever was handed the socket, is another user all the same.
        if (!channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().equals(owner)) {
            channel.close();
            refused("another-user");
            return;
        }
        AskConnection connection = new AskConnection(channel, caller, asks);
        if (!add(connection)) {
            connection.close();
            refused("too-many-connections");
            return;
        }
        Thread.ofVirtual().name("ask-connection").start(() -> {
            try {
                connection.untilTheEnd().ifPresent(this::refused);
            } finally {
                remove(connection);
                connection.close();
            }
        });
    }

    private synchronized boolean add(AskConnection connection) {
        return listener.isOpen() && connections.size() < MOST_CONNECTIONS && connections.add(connection);
    }

    private synchronized void remove(AskConnection connection) {
        connections.remove(connection);
    }

    private void refused(String reason) {
        audit.record(new AuditEvent.AskRefused(caller.box(), caller.bot(), reason));
    }

    /** Stops listening, withdraws every question and removes the socket; may be called twice. */
    void close() {
        List<AskConnection> left;
        try {
            synchronized (this) {
                listener.close();
                left = List.copyOf(connections);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot close a socket", failed);
        }
        left.forEach(AskConnection::close);
        file.remove();
    }
}
