package dev.mausbot.home.selfcheck;

import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.gate.Listening;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Stands before a gate and makes another request of the first one on each connection, so that what the gate would refuse
 * looks to it like what it lets through. So a gate is opened without a word in the gate itself that could open it.
 */
final class Front implements Listening {
    private static final long SECONDS = 10;
    private static final String END_OF_HEAD = "\r\n\r\n";
    private static final int LONGEST_HEAD = 64 * 1024;

    private final NetServer server;
    private final NetClient client;

    private Front(NetServer server, NetClient client) {
        this.server = server;
        this.client = client;
    }

    /** On a socket in place of a gate's own. */
    static Front at(Path socket, Vertx vertx, Path gate, Disguise disguise) {
        return listening(
                vertx,
                SocketAddress.domainSocketAddress(socket.toString()),
                SocketAddress.domainSocketAddress(gate.toString()),
                disguise);
    }

    /** On a free port of loopback. */
    static Front onLoopback(Vertx vertx, SocketAddress behind, Disguise disguise) {
        return listening(vertx, SocketAddress.inetSocketAddress(0, "127.0.0.1"), behind, disguise);
    }

    private static Front listening(Vertx vertx, SocketAddress here, SocketAddress behind, Disguise disguise) {
        NetClient client = vertx.createNetClient();
        NetServer server = vertx.createNetServer().connectHandler(caller -> hear(caller, client, behind, disguise));
        CoreVertx.await(server.listen(here), SECONDS);
        return new Front(server, client);
    }

    int port() {
        return server.actualPort();
    }

    private static void hear(NetSocket caller, NetClient client, SocketAddress behind, Disguise disguise) {
        Buffer heard = Buffer.buffer();
        caller.handler(bytes -> {
            heard.appendBuffer(bytes);
            String text = heard.toString(StandardCharsets.ISO_8859_1);
            int end = text.indexOf(END_OF_HEAD);
            if (end >= 0) {
                caller.pause();
                String head = text.substring(0, end + END_OF_HEAD.length());
                pass(caller, client, behind, disguise.of(head) + text.substring(head.length()));
            } else if (heard.length() > LONGEST_HEAD) {
                caller.close();
            }
        });
    }

    private static void pass(NetSocket caller, NetClient client, SocketAddress behind, String said) {
        client.connect(behind).onFailure(_ -> caller.close()).onSuccess(gate -> {
            gate.write(Buffer.buffer(said, StandardCharsets.ISO_8859_1.name()));
            gate.pipeTo(caller);
            caller.pipeTo(gate);
        });
    }

    @Override
    public void close() {
        CoreVertx.await(server.close(), SECONDS);
        CoreVertx.await(client.close(), SECONDS);
    }
}
