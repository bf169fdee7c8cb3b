package dev.mausbot.home.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** CONNECT through a proxy on loopback: how many tunnels a second, and how much through one. */
final class Tunnels {
    private static final int CLIENTS = 8;
    private static final int PATIENCE_MILLIS = 5000;

    private Tunnels() {}

    /** Tunnels opened and closed again, to the end that the origin sends, in a second, by eight clients. */
    static double perSecond(int seconds, int port, String target) throws Exception {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<Long>> counts = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                counts.add(clients.submit(() -> openUntil(end, port, target)));
            }
            long sum = 0;
            for (Future<Long> count : counts) {
                sum += count.get();
            }
            return (double) sum / seconds;
        }
    }

    private static long openUntil(long end, int port, String target) throws IOException {
        byte[] request = "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n"
                .formatted(target, target)
                .getBytes(StandardCharsets.UTF_8);
        byte[] answer = new byte[1024];
        long count = 0;
        while (System.nanoTime() < end) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                socket.setSoTimeout(PATIENCE_MILLIS);
                OutputStream out = socket.getOutputStream();
                out.write(request);
                int read = socket.getInputStream().read(answer);
                String head = new String(answer, 0, Math.max(read, 0), StandardCharsets.UTF_8);
                if (!head.matches("(?s)HTTP/1\\.[01] 200 .*")) {
                    throw new IOException("the proxy on port " + port + " answered: " + head);
                }
                socket.shutdownOutput();
                while (socket.getInputStream().read(answer) >= 0) {
                    // The origin has nothing to say; it closes.
                }
                count++;
            }
        }
        return count;
    }

    /** Megabytes a second of one download by curl through a tunnel. */
    static double megabytesPerSecond(int port, String url) throws IOException, InterruptedException {
        String speed = Commands.output(List.of(
                "curl",
                "-sS",
                "-f",
                "-p",
                "-x",
                "http://127.0.0.1:" + port,
                "-o",
                "/dev/null",
                "-w",
                "%{speed_download}",
                "--noproxy",
                "",
                url));
        return Double.parseDouble(speed.strip()) / 1e6;
    }
}
