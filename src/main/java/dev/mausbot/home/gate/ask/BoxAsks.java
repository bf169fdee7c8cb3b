package dev.mausbot.home.gate.ask;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.boot.Closing;
import dev.mausbot.home.gate.BoxSocket;
import dev.mausbot.home.gate.Caller;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import jdk.net.ExtendedSocketOptions;

/** The ask socket of one box: a thread that accepts, and one for each connection. All are virtual and wait mostly. */
final class BoxAsks {
    /** An engine's helper has one; some engines start it once for each of their own parts. */
    static final int MOST_CONNECTIONS = 4;

    private final BoxSocket socket;
    private final UserPrincipal owner;
    private final Caller caller;
    private final Asks asks;
    private final Audit audit;

    // Guarded by this.
    private final Set<AskConnection> connections = new HashSet<>();

    private BoxAsks(BoxSocket socket, UserPrincipal owner, Caller caller, Asks asks, Audit audit) {
        this.socket = socket;
        this.owner = owner;
        this.caller = caller;
        this.asks = asks;
        this.audit = audit;
    }

    static BoxAsks open(Path path, Caller caller, Asks asks, Audit audit) {
        BoxSocket socket = BoxSocket.at(path);
        try {
            BoxAsks opened = new BoxAsks(socket, Files.getOwner(path), caller, asks, audit);
            socket.accept("ask-accept", opened::serve);
            return opened;
        } catch (IOException failed) {
            Closing.inTurn(List.of(socket)).ifPresent(failed::addSuppressed);
            throw new UncheckedIOException("it cannot be told whose " + path + " is", failed);
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
        return socket.isOpen() && connections.size() < MOST_CONNECTIONS && connections.add(connection);
    }

    private synchronized void remove(AskConnection connection) {
        connections.remove(connection);
    }

    private void refused(String reason) {
        audit.record(new AuditEvent.AskRefused(caller.box(), caller.bot(), reason));
    }

    /** Stops listening, withdraws every question and removes the socket; may be called twice. */
    void close() {
        Optional<IOException> stuck;
        List<AskConnection> left;
        synchronized (this) {
            // What is accepted from now on finds the socket closed.
            stuck = Closing.inTurn(List.of(socket));
            left = List.copyOf(connections);
        }
        left.forEach(AskConnection::close);
        if (stuck.isPresent()) {
            throw new UncheckedIOException("a box's ask socket could not be closed", stuck.get());
        }
    }
}
