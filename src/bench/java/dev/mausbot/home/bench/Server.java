package dev.mausbot.home.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that listens on a port of loopback, started and ended by us.
 *
 * @param process in the foreground
 * @param port where it listens
 */
record Server(Process process, int port) implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final long LOOK_NANOS = 10_000_000;

    /** Starts it and waits until it listens. */
    static Server start(int port, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Server server = new Server(process, port);
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!server.listens()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                server.close();
                throw new IOException("does not listen on port %d: %s".formatted(port, command));
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return server;
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** A port that nobody has now. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        List<ProcessHandle> all = new ProcessTree(process.toHandle()).all();
        all.forEach(ProcessHandle::destroy);
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                all.forEach(ProcessHandle::destroyForcibly);
            }
        } catch (InterruptedException stop) {
            all.forEach(ProcessHandle::destroyForcibly);
            Thread.currentThread().interrupt();
        }
    }
}
