package dev.mausbot.home.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that was started and has done the first thing that it is for.
 *
 * @param process what was started; the program itself may be one of its descendants
 * @param millis from the start to then
 */
record Started(Process process, double millis) implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NANOS = 1_000_000;
    private static final long DRAIN_SECONDS = 30;
    private static final byte[] REQUEST = "GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);

    /** Starts a server and waits until it has answered a request. */
    static Started serving(List<String> command, Map<String, String> environment, int port) throws IOException {
        long start = System.nanoTime();
        Process process = Commands.with(environment, command)
                .directory(Path.of("/usr").toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        while (!answers(port)) {
            if (!process.isAlive() || System.nanoTime() - start > PATIENCE_NANOS) {
                new Started(process, 0).close();
                throw new IOException("answers nothing on port %d: %s".formatted(port, command));
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return new Started(process, (System.nanoTime() - start) / 1e6);
    }

    /** Starts a program and waits until it says a line, which is that it is ready. */
    static Started saying(List<String> command, String ready) throws IOException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        StringBuilder said = new StringBuilder();
        InputStream output = process.getInputStream();
        for (int next = output.read(); next != '\n'; next = output.read()) {
            if (next < 0) {
                throw new IOException("ended before it was ready: %s".formatted(command));
            }
            said.append((char) next);
        }
        Started started = new Started(process, (System.nanoTime() - start) / 1e6);
        if (!said.toString().startsWith(ready)) {
            started.close();
            throw new IOException("said %s: %s".formatted(said, command));
        }
        return started;
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS));
            OutputStream out = socket.getOutputStream();
            out.write(REQUEST);
            String answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            return answer.equals("HTTP/1.1 200");
        } catch (IOException notYet) {
            return false;
        }
    }

    /** What the process holds whose command line ends with a word. */
    Footprint of(String word) throws IOException {
        long pid = new ProcessTree(process.toHandle())
                .all().stream()
                        .filter(each -> each.info().arguments().stream()
                                .anyMatch(arguments ->
                                        arguments.length > 0 && arguments[arguments.length - 1].equals(word)))
                        .reduce((_, deepest) -> deepest)
                        .orElseThrow(() -> new IOException("there is no process of " + word))
                        .pid();
        return Footprint.of(pid);
    }

    Footprint footprint() throws IOException {
        return Footprint.of(process.pid());
    }

    /** Ends it as it is ended in life, and by force if that takes too long. */
    @Override
    public void close() {
        List<ProcessHandle> all = new ProcessTree(process.toHandle()).all();
        all.forEach(ProcessHandle::destroy);
        try {
            if (!process.waitFor(DRAIN_SECONDS, TimeUnit.SECONDS)) {
                all.forEach(ProcessHandle::destroyForcibly);
            }
        } catch (InterruptedException stop) {
            all.forEach(ProcessHandle::destroyForcibly);
            Thread.currentThread().interrupt();
        }
    }
}
