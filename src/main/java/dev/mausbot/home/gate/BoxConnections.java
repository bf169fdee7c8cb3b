package dev.mausbot.home.gate;

import io.netty.channel.ChannelFuture;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The HTTP connections through one box's socket: not too many, none that says nothing, and all of them ended at once.
 * Confined to the socket's event loop but for {@link #hangUp()}.
 */
public final class BoxConnections {
    private final Vertx vertx;
    private final int most;
    private final Duration patience;
    private final Map<HttpConnection, Deadline> open = new ConcurrentHashMap<>();

    /**
     * None yet.
     *
     * @param most that may be open at once
     * @param patience with what is expected of a box, each time anew
     */
    public BoxConnections(Vertx vertx, int most, Duration patience) {
        this.vertx = vertx;
        this.most = most;
        this.patience = patience;
    }

    /** A new one, whose first header is to come in time; or one too many. */
    public void connected(HttpConnection connection) {
        if (open.size() >= most) {
            hangUp(connection);
            return;
        }
        Deadline deadline = new Deadline(vertx, patience.toMillis());
        open.put(connection, deadline);
        connection.closeHandler(closed -> {
            deadline.callOff();
            open.remove(connection);
        });
        deadline.set(() -> hangUp(connection));
    }

    /** Something is to come through it in time; else the action is run. */
    public void expect(HttpConnection connection, Runnable late) {
        deadline(connection).ifPresent(deadline -> deadline.set(late));
    }

    /** Nothing is expected of the box for now. */
    public void expectNothing(HttpConnection connection) {
        deadline(connection).ifPresent(Deadline::callOff);
    }

    private Optional<Deadline> deadline(HttpConnection connection) {
        return Optional.ofNullable(open.get(connection));
    }

    /** Ends every connection; from any thread. */
    public void hangUp() {
        open.keySet().forEach(BoxConnections::hangUp);
    }

    /** At once: the connection's own close would first wait for the box to take what is still to be sent. */
    public static void hangUp(HttpConnection connection) {
        ChannelFuture _ = ((ConnectionBase) connection).channelHandlerContext().close();
    }
}
