package dev.mausbot.home.bench;

import dev.mausbot.home.gate.egress.LoopbackGate;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the egress gate lets through in a second, against tinyproxy and squid: plain requests on kept connections, new
 * tunnels, and bytes through a tunnel. The origin is nginx with a body of 1 KiB.
 *
 * <p>Usage: {@code EgressBench [SECONDS]}, the length of one run under load.
 */
public final class EgressBench {
    private static final int SECONDS = 10;
    private static final int WARM_UP_SECONDS = 4;
    private static final int TUNNEL_SECONDS = 3;
    private static final int TURNS = 2;
    private static final long STREAM = 1L << 30;

    /** A way to the origin: a proxy's port and the origin's name there; the origin's own port without a proxy. */
    private record Way(String name, int port, boolean proxy, String origin) {}

    /** What was found of a way, turn by turn. */
    private record Found(Samples perSecond, Samples median, Samples p99, Samples tunnels, Samples stream) {
        Found() {
            this(new Samples(), new Samples(), new Samples(), new Samples(), new Samples());
        }
    }

    private final Load load;
    private final int seconds;
    private final Map<Way, Found> ways = new LinkedHashMap<>();

    private EgressBench(Load load, int seconds) {
        this.load = load;
        this.seconds = seconds;
    }

    public static void main(String[] arguments) throws Exception {
        Optional<Path> nginx = Commands.find("nginx");
        Optional<Path> wrk = Commands.find("wrk");
        if (nginx.isEmpty() || wrk.isEmpty()) {
            System.out.println("SKIPPED: the egress benchmark needs nginx and wrk: apt-get install nginx-light wrk");
            return;
        }
        int seconds = arguments.length == 0 ? SECONDS : Integer.parseInt(arguments[0]);
        try (Scratch scratch = Scratch.make()) {
            prepare(scratch);
            new EgressBench(Load.in(scratch, wrk.get()), seconds).measure(new Peers(scratch), nginx.get());
        }
        Table.printMachine();
    }

    private static void prepare(Scratch scratch) throws IOException {
        // Started by root, the servers become users of their own.
        Files.setPosixFilePermissions(scratch.path(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Path www = scratch.folder("www");
        scratch.file("www/body", "x".repeat(1024));
        try (RandomAccessFile stream =
                new RandomAccessFile(www.resolve("stream").toFile(), "rw")) {
            stream.setLength(STREAM);
        }
    }

    private void measure(Peers peers, Path nginx) throws Exception {
        Path socket = peers.scratch().path().resolve("e");
        List<AutoCloseable> running = new ArrayList<>();
        try {
            Server origin = add(running, peers.nginx(nginx));
            LoopbackGate gate = add(running, new LoopbackGate(socket));
            String byAddress = "127.0.0.1:" + origin.port();
            String byName = LoopbackGate.ORIGIN + ":" + origin.port();
            way(new Way("squid", 0, true, byAddress), running, peers.squid());
            way(new Way("tinyproxy", 0, true, byAddress), running, peers.tinyproxy());
            ways.put(new Way("our gate", gate.port(), true, byName), new Found());
            Optional<Path> socat = Commands.find("socat");
            way(
                    new Way("our gate as a box has it, behind socat", 0, true, byName),
                    running,
                    socat.isEmpty() ? Optional.empty() : Optional.of(peers.socat(socat.get(), socket)));
            ways.put(new Way("no proxy", origin.port(), false, byAddress), new Found());
            takeTurns();
            printRequests();
            takeTurnsWithTunnels();
            printTunnels();
        } finally {
            for (AutoCloseable one : running.reversed()) {
                one.close();
            }
        }
    }

    private static <T extends AutoCloseable> T add(List<AutoCloseable> running, T one) {
        running.add(one);
        return one;
    }

    private void way(Way way, List<AutoCloseable> running, Optional<Server> server) {
        server.ifPresent(it -> {
            running.add(it);
            ways.put(new Way(way.name(), it.port(), way.proxy(), way.origin()), new Found());
        });
    }

    private void takeTurns() throws Exception {
        for (Way way : ways.keySet()) {
            load.run(WARM_UP_SECONDS, way.port(), target(way, "body"), way.origin());
        }
        for (int turn = 0; turn < TURNS; turn++) {
            for (Map.Entry<Way, Found> one : ways.entrySet()) {
                requests(one.getKey(), one.getValue());
            }
        }
    }

    private void takeTurnsWithTunnels() throws Exception {
        for (int turn = 0; turn <= TURNS; turn++) {
            for (Map.Entry<Way, Found> one : ways.entrySet()) {
                if (one.getKey().proxy()) {
                    // The first turn warms up.
                    tunnels(one.getKey(), turn == 0 ? new Found() : one.getValue());
                }
            }
        }
    }

    private void requests(Way way, Found found) throws Exception {
        Load.Result result = load.run(seconds, way.port(), target(way, "body"), way.origin());
        if (result.errors() > 0) {
            System.out.printf("%s: %d errors in %d s%n", way.name(), result.errors(), seconds);
        }
        found.perSecond().add(result.perSecond());
        found.median().add(result.medianMillis());
        found.p99().add(result.p99Millis());
    }

    private static void tunnels(Way way, Found found) throws Exception {
        found.tunnels().add(Tunnels.perSecond(TUNNEL_SECONDS, way.port(), way.origin()));
        found.stream().add(Tunnels.megabytesPerSecond(way.port(), "http://" + way.origin() + "/stream"));
    }

    private static String target(Way way, String file) {
        return (way.proxy() ? "http://" + way.origin() : "") + "/" + file;
    }

    /** Medians of all turns; ratios are to the first way. */
    private void printRequests() {
        Found base = ways.values().iterator().next();
        Table table = new Table("GETs, kept alive, 32 clients", "requests/s", "ratio", "median ms", "p99 ms");
        ways.forEach((way, found) -> table.row(
                way.name(),
                Table.number("%.0f", found.perSecond().median()),
                Table.number(
                        "%.2f", found.perSecond().median() / base.perSecond().median()),
                Table.number("%.2f", found.median().median()),
                Table.number("%.2f", found.p99().median())));
        table.print();
    }

    private void printTunnels() {
        Found base = ways.values().iterator().next();
        Table table = new Table("tunnels", "opened/s", "ratio", "MB/s of one", "ratio");
        ways.forEach((way, found) -> {
            if (way.proxy()) {
                table.row(
                        way.name(),
                        Table.number("%.0f", found.tunnels().median()),
                        Table.number(
                                "%.2f",
                                found.tunnels().median() / base.tunnels().median()),
                        Table.number("%.0f", found.stream().median()),
                        Table.number(
                                "%.2f", found.stream().median() / base.stream().median()));
            }
        });
        table.print();
    }
}
