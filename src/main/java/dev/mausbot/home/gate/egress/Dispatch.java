package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Where the requests of one connection go: each is decided about, and leaves over a new connection, or over the last one
 * if that leads to the same place. It is the only code that brings a request and a connection out together.
 */
final class Dispatch {
    private final ClientConnection client;
    private final BoxEgress egress;
    /** The connection of the last plain request, while it is worth keeping. */
    private @Nullable Upstream upstream;

    Dispatch(ClientConnection client, BoxEgress egress) {
        this.client = client;
        this.egress = egress;
    }

    /** Sends a request where it is for; the connection hears how that went. */
    void send(Request request) {
        if (request.head().isConnect()) {
            openTunnel(request.target().destination());
        } else {
            sendPlain(request);
        }
    }

    private void openTunnel(Destination destination) {
        closeUpstream();
        egress.open(destination, opening -> {
            switch (opening) {
                case BoxEgress.Opening.Through through -> {
                    if (isWanted(through)) {
                        client.becomeTunnel(through.channel(), through.passage());
                    }
                }
                case BoxEgress.Opening.Refused(Reason reason) -> client.refuse(reason, destination);
            }
        });
    }

    private void sendPlain(Request request) {
        Destination destination = request.target().destination();
        Upstream kept = upstream;
        if (kept == null || !kept.canServe(destination)) {
            closeUpstream();
            egress.open(destination, opening -> opened(request, opening));
            return;
        }
        switch (egress.decideAgain(destination, kept.address())) {
            case Decision.Allowed allowed -> client.start(new Exchange(client, kept, request));
            case Decision.Refused(Reason reason) -> {
                closeUpstream();
                client.refuse(reason, request, request.hasBody());
            }
        }
    }

    private void opened(Request request, BoxEgress.Opening opening) {
        switch (opening) {
            case BoxEgress.Opening.Through through -> {
                if (isWanted(through)) {
                    Upstream fresh = new Upstream(through.channel(), through.address(), through.passage());
                    upstream = fresh;
                    client.start(new Exchange(client, fresh, request));
                    client.advance();
                }
            }
            case BoxEgress.Opening.Refused(Reason reason) -> client.refuse(reason, request, request.hasBody());
        }
    }

    /** The box may have gone while the connection out was made. */
    private boolean isWanted(BoxEgress.Opening.Through through) {
        if (client.channel().isActive()) {
            return true;
        }
        Ends.close(through.channel());
        through.passage().close();
        return false;
    }

    void closeUpstream() {
        if (upstream != null) {
            upstream.close();
            upstream = null;
        }
    }

    /** Lets go of a connection that is a tunnel's from now on. */
    void release() {
        upstream = null;
    }
}
