package dev.mausbot.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A line to a server on loopback that breaks off when a test says so, and takes new connections afterwards. */
final class Breaking implements AutoCloseable {
    private final ServerSocket listening;
    private final int port;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private Breaking(ServerSocket listening, int port) {
        this.listening = listening;
        this.port = port;
    }

    static Breaking to(int port) throws IOException {
        Breaking line = new Breaking(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
        Thread.ofVirtual().start(line::accept);
        return line;
    }

    String address() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket browser = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
                open.add(browser);
                open.add(server);
                Thread.ofVirtual().start(() -> copy(browser, server));
                Thread.ofVirtual().start(() -> copy(server, browser));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void copy(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException brokenOff) {
            open.remove(from);
        }
    }

    void breakOff() throws IOException {
        for (Socket one : Set.copyOf(open)) {
            open.remove(one);
            reset(one);
        }
    }

    private static void reset(Socket one) throws IOException {
        try (one) {
            one.setSoLinger(true, 0);
        } catch (SocketException over) {
            // Its two ends were done with it meanwhile: there is nothing left to break.
            assertThat(one.isClosed()).isTrue();
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        breakOff();
    }
}
