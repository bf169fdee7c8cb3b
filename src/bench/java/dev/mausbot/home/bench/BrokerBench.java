package dev.mausbot.home.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mausbot.home.boot.Secret;
import dev.mausbot.home.broker.BoxGrants;
import dev.mausbot.home.broker.Broker;
import dev.mausbot.home.broker.Grant;
import dev.mausbot.home.broker.Grants;
import dev.mausbot.home.broker.Provider;
import dev.mausbot.home.broker.Providers;
import dev.mausbot.home.broker.UpstreamUrl;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.CoreVertx;
import dev.mausbot.home.gate.Listening;
import io.vertx.core.http.HttpServer;
import io.vertx.core.net.SocketAddress;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Compares ways to one provider, a stub that nginx plays: straight to it, through nginx as a plain reverse proxy with two
 * workers, and through the broker with two boxes, each of which has one event loop. Clients use unix sockets everywhere, as
 * boxes do. Latencies are in microseconds; an event's is from
 * its writing to its reading, both in this process.
 */
public final class BrokerBench {
    private static final int ROUNDS = 5;
    private static final int CALLS = 3_000;
    private static final int EVENTS = 300;
    private static final int CONNECTIONS = 16;
    private static final long LOAD_NANOS = 3_000_000_000L;
    private static final int PROMPT_BYTES = 2_000;

    private final Path folder;
    private final CoreVertx core = CoreVertx.start();

    private BrokerBench(Path folder) {
        this.folder = folder;
    }

    /** A way to the provider: the socket, and what stands before the API's own path. */
    private record Way(String name, Path socket, Path events, String prefix, List<Target> targets) {
        static Way plain(String name, Path socket, Path events) {
            return new Way(name, socket, events, "", List.of(new Target(socket, request(""))));
        }
    }

    /** Where a client under load calls, and what. */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    private record Target(Path socket, byte[] call) {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory(Path.of("/tmp"), "bb");
        BrokerBench bench = new BrokerBench(folder);
        try {
            bench.run();
        } finally {
            bench.core.close();
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(one);
                }
            }
        }
    }

    private void run() throws Exception {
        int events = eventServer();
        Process nginx = nginx(events);
        Grants grants = new Grants(InstantSource.system());
        Path one = folder.resolve("one");
        Path two = folder.resolve("two");
        BoxGrants first = grants.forBox(caller("one"));
        BoxGrants second = grants.forBox(caller("two"));
        String json = token(first, stubPort());
        String other = token(second, stubPort());
        String stream = token(first, events);
        Broker broker = new Broker(core.vertx(), event -> {});
        try (Listening _ = broker.open(one, caller("one"), first);
                Listening _ = broker.open(two, caller("two"), second)) {
            List<Way> ways = List.of(
                    Way.plain("direct", folder.resolve("stub"), folder.resolve("events")),
                    Way.plain("nginx", folder.resolve("proxy"), folder.resolve("event-proxy")),
                    new Way(
                            "broker",
                            one,
                            one,
                            "/b/TOKEN/anthropic",
                            List.of(
                                    new Target(one, request("/b/" + json + "/anthropic")),
                                    new Target(two, request("/b/" + other + "/anthropic")))));
            measure(ways, json, stream);
        } finally {
            nginx.destroy();
            nginx.waitFor();
        }
    }

    private static Caller caller(String box) {
        return new Caller(box, box, box, box);
    }

    private static String token(BoxGrants box, int port) {
        return box.issue(List.of(grant("http://127.0.0.1:" + port))).text();
    }

    private static Grant grant(String url) {
        Provider provider = Providers.byId("anthropic").orElseThrow();
        return Grant.OfProvider.of(
                provider,
                UpstreamUrl.of(url).orElseThrow(),
                Map.of(provider.keys().getFirst().variable(), new Secret("bench")));
    }

    private void measure(List<Way> ways, String json, String stream) throws Exception {
        double[][] found = new double[ways.size()][];
        double[][][] rounds = new double[ways.size()][ROUNDS + 1][];
        // The first round warms up and is not counted.
        for (int round = 0; round <= ROUNDS; round++) {
            for (int way = 0; way < ways.size(); way++) {
                rounds[way][round] = round(ways.get(way), json, stream);
            }
        }
        System.out.println("| way | p50 us | p99 us | first event p50 us | requests/s |");
        System.out.println("|---|---|---|---|---|");
        for (int way = 0; way < ways.size(); way++) {
            double[][] counted = Arrays.copyOfRange(rounds[way], 1, ROUNDS + 1);
            found[way] = new double[counted[0].length];
            for (int column = 0; column < found[way].length; column++) {
                int at = column;
                found[way][column] = median(
                        Arrays.stream(counted).mapToDouble(one -> one[at]).toArray());
            }
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.0f | %.0f | %.0f | %.0f |%n",
                    ways.get(way).name(),
                    found[way][0],
                    found[way][1],
                    found[way][2],
                    found[way][3]);
        }
        System.out.printf(
                Locale.ROOT,
                "broker: +%.0f us at p50, first event +%.0f us, %.2f x nginx's requests/s%n",
                found[2][0] - found[0][0],
                found[2][2] - found[0][2],
                found[2][3] / found[1][3]);
    }

    private double[] round(Way way, String json, String stream) throws Exception {
        byte[] call = request(way.prefix().replace("TOKEN", json));
        byte[] open = request(way.prefix().replace("TOKEN", stream));
        double[] calls = new double[CALLS];
        try (Connection connection = new Connection(way.socket())) {
            for (int i = 0; i < CALLS; i++) {
                long begun = System.nanoTime();
                connection.call(call);
                calls[i] = (System.nanoTime() - begun) / 1e3;
            }
        }
        double[] events = new double[EVENTS];
        for (int i = 0; i < EVENTS; i++) {
            try (Connection connection = new Connection(way.events())) {
                events[i] = connection.firstEvent(open) / 1e3;
            }
        }
        return new double[] {median(calls), quantile(calls, 0.99), median(events), load(way.targets())};
    }

    private static byte[] request(String prefix) {
        String body = "{\"prompt\":\"" + "x".repeat(PROMPT_BYTES) + "\"}";
        return ("POST " + prefix + "/v1/messages HTTP/1.1\r\nHost: bench\r\nx-api-key: bench\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(ISO_8859_1);
    }

    private static double load(List<Target> targets) throws Exception {
        AtomicLong done = new AtomicLong();
        CountDownLatch ready = new CountDownLatch(CONNECTIONS);
        long begun = System.nanoTime();
        try (ExecutorService clients = Executors.newFixedThreadPool(CONNECTIONS)) {
            for (int i = 0; i < CONNECTIONS; i++) {
                Target target = targets.get(i % targets.size());
                var _ = clients.submit(() -> {
                    try (Connection connection = new Connection(target.socket())) {
                        ready.countDown();
                        ready.await();
                        while (System.nanoTime() - begun < LOAD_NANOS) {
                            connection.call(target.call());
                            done.incrementAndGet();
                        }
                    }
                    return null;
                });
            }
        }
        return done.get() * 1e9 / (System.nanoTime() - begun);
    }

    /** Answers with one event that tells when it was written, on a port and on a socket. */
    private int eventServer() {
        HttpServer onSocket = events();
        var _ = CoreVertx.await(
                onSocket.listen(SocketAddress.domainSocketAddress(
                        folder.resolve("events").toString())),
                10);
        return CoreVertx.await(events().listen(0, "127.0.0.1"), 10).actualPort();
    }

    private HttpServer events() {
        return core.vertx()
                .createHttpServer()
                .requestHandler(request -> request.endHandler(end -> {
                    var _ = request.response()
                            .setChunked(true)
                            .putHeader("content-type", "text/event-stream")
                            .write("data: " + System.nanoTime() + "\n\n");
                }));
    }

    private static int stubPort() {
        return Integer.getInteger("bench.port", 18999);
    }

    private Process nginx(int events) throws IOException, InterruptedException {
        Path configuration = folder.resolve("nginx.conf");
        Files.writeString(configuration, """
                worker_processes 2;
                daemon off;
                pid %1$s/pid;
                error_log stderr crit;
                events { worker_connections 256; }
                http {
                  access_log off;
                  keepalive_requests 10000000;
                  client_body_temp_path %1$s; proxy_temp_path %1$s; fastcgi_temp_path %1$s; uwsgi_temp_path %1$s;
                  scgi_temp_path %1$s;
                  upstream stub { server 127.0.0.1:%2$d; keepalive 64; keepalive_requests 10000000; }
                  upstream events { server 127.0.0.1:%3$d; keepalive 64; }
                  server {
                    listen 127.0.0.1:%2$d; listen unix:%1$s/stub;
                    default_type application/json;
                    location / { return 200 '{"text":"%4$s"}'; }
                  }
                  server {
                    listen unix:%1$s/proxy;
                    location / { proxy_pass http://stub; proxy_http_version 1.1; proxy_set_header Connection ""; }
                  }
                  server {
                    listen unix:%1$s/event-proxy;
                    location / {
                      proxy_pass http://events; proxy_http_version 1.1; proxy_set_header Connection "";
                      proxy_buffering off;
                    }
                  }
                }
                """.formatted(folder, stubPort(), events, "y".repeat(PROMPT_BYTES)));
        Process nginx = new ProcessBuilder("nginx", "-c", configuration.toString())
                .inheritIO()
                .start();
        while (!Files.exists(folder.resolve("event-proxy")) && nginx.isAlive()) {
            Thread.sleep(20);
        }
        return nginx;
    }

    private static double median(double[] samples) {
        return quantile(samples, 0.5);
    }

    private static double quantile(double[] samples, double q) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.round(q * (sorted.length - 1))];
    }

    /** A client's connection: one call after the other. */
    private static final class Connection implements AutoCloseable {
        private final SocketChannel channel;
        private final InputStream in;
        private final OutputStream out;

        Connection(Path socket) throws IOException {
            channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.connect(UnixDomainSocketAddress.of(socket));
            in = new BufferedInputStream(Channels.newInputStream(channel), 1 << 14);
            out = Channels.newOutputStream(channel);
        }

        void call(byte[] request) throws IOException {
            out.write(request);
            int length = 0;
            String status = line();
            for (String line = line(); !line.isEmpty(); line = line()) {
                if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                    length = Integer.parseInt(line.substring(15).strip());
                }
            }
            if (!status.contains(" 200 ") || in.readNBytes(length).length < PROMPT_BYTES) {
                throw new IOException("not the stub's answer: " + status);
            }
        }

        long firstEvent(byte[] request) throws IOException {
            out.write(request);
            String line = line();
            while (!line.startsWith("data: ")) {
                line = line();
            }
            return System.nanoTime() - Long.parseLong(line.substring(6));
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0) {
                    throw new EOFException("ended after: " + line);
                }
                line.append((char) next);
            }
            return line.toString().stripTrailing();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
