package dev.mausbot.home.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mausbot.home.boot.Program;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * Compares bridges of three ports in one run: our program, as Java and as a native executable, and three socats.
 *
 * <p>Usage: {@code BridgeBench [NAME=COMMAND...]}, where the command takes the routes after it ({@code
 * native='/path/cloud-home bridge'}). socat is always measured, first, and is what the ratios refer to; then our bridge in
 * a JVM.
 */
public final class BridgeBench {
    private static final int STARTS = 30;
    private static final int PINGS = 5_000;
    private static final int SHORT = 1_000;
    private static final int HELD = 32;
    private static final int STREAMS = 5;
    private static final long STREAM = 1L << 30;
    private static final String[] HEADS = {"start ms", "idle PSS kB", "32 conn PSS kB", "ping us", "conn/s", "MB/s"};

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Path socket;

    private BridgeBench(Path socket) {
        this.socket = socket;
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("bb");
        Path socket = folder.resolve("s");
        try (ServerSocketChannel gate = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            gate.bind(UnixDomainSocketAddress.of(socket), 1024);
            BridgeBench bench = new BridgeBench(socket);
            bench.threads.execute(() -> bench.serve(gate));
            System.out.printf(Locale.ROOT, "%-12s %12s %12s %14s %12s %12s %12s%n", label("bridge", HEADS));
            double[] base = bench.measure("socat", "");
            List<String> programs = new ArrayList<>(List.of(arguments));
            programs.addFirst("jvm=" + String.join(" ", Program.current().command("bridge")));
            for (String argument : programs) {
                String name = argument.substring(0, argument.indexOf('='));
                double[] found = bench.measure(name, argument.substring(name.length() + 1));
                String[] ratios = new String[base.length];
                Arrays.setAll(ratios, i -> String.format(Locale.ROOT, "x%.2f", found[i] / base[i]));
                System.out.printf(Locale.ROOT, "%-12s %12s %12s %14s %12s %12s %12s%n", label("  to socat", ratios));
            }
        } finally {
            Files.deleteIfExists(socket);
            Files.delete(folder);
        }
        Table.printMachine();
    }

    private static Object[] label(String label, String[] cells) {
        return Stream.concat(Stream.of(label), Stream.of(cells)).toArray();
    }

    private double[] measure(String name, String command) throws Exception {
        double[] starts = new double[STARTS];
        for (int i = 0; i < STARTS; i++) {
            try (Bridge bridge = start(command)) {
                starts[i] = bridge.startMillis();
            }
        }
        Arrays.sort(starts);
        double[] found;
        try (Bridge bridge = start(command)) {
            double idle = bridge.pss();
            found = new double[] {
                starts[STARTS / 2], idle, held(bridge), ping(bridge), shortOnes(bridge), stream(bridge)
            };
        }
        String[] cells = new String[found.length];
        Arrays.setAll(cells, i -> String.format(Locale.ROOT, "%.1f", found[i]));
        System.out.printf(Locale.ROOT, "%-12s %12s %12s %14s %12s %12s %12s%n", label(name, cells));
        return found;
    }

    /** Started and listening on three ports of which the first is used. */
    private record Bridge(List<Process> processes, int port, double startMillis) implements AutoCloseable {
        SocketChannel connect() throws IOException {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            return channel;
        }

        /** Kilobytes of all its processes, children of socat too. */
        double pss() throws IOException {
            double sum = 0;
            for (Process process : processes) {
                for (ProcessHandle each : Stream.concat(Stream.of(process.toHandle()), process.descendants())
                        .toList()) {
                    sum += pss(each.pid());
                }
            }
            return sum;
        }

        private static double pss(long pid) throws IOException {
            try {
                for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/smaps_rollup"))) {
                    if (line.startsWith("Pss:")) {
                        return Double.parseDouble(line.replaceAll("[^0-9]", ""));
                    }
                }
            } catch (NoSuchFileException e) {
                return 0; // it has ended in between
            }
            return 0;
        }

        @Override
        public void close() {
            for (Process process : processes) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                process.onExit().join();
            }
        }
    }

    private Bridge start(String command) throws IOException, InterruptedException {
        List<Integer> ports = freePorts();
        List<Process> processes = new ArrayList<>();
        long start = System.nanoTime();
        if (command.isEmpty()) {
            for (int port : ports) {
                String listen =
                        "TCP4-LISTEN:" + port + ",bind=127.0.0.1,reuseaddr,fork,nodelay,backlog=1024,max-children=512";
                processes.add(silent(List.of("socat", "-t", "86400", "-b", "65536", listen, "UNIX-CONNECT:" + socket))
                        .start());
            }
            awaitListening(ports);
        } else {
            List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
            for (int port : ports) {
                words.add(port + "=" + socket);
            }
            Process process =
                    silent(words).redirectOutput(ProcessBuilder.Redirect.PIPE).start();
            processes.add(process);
            if (!new String(process.getInputStream().readAllBytes(), UTF_8).startsWith("ready ")) {
                throw new IOException("did not start: " + words);
            }
        }
        return new Bridge(processes, ports.getFirst(), (System.nanoTime() - start) / 1e6);
    }

    private static ProcessBuilder silent(List<String> command) {
        return new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    private static List<Integer> freePorts() throws IOException {
        try (ServerSocket a = new ServerSocket(0);
                ServerSocket b = new ServerSocket(0);
                ServerSocket c = new ServerSocket(0)) {
            return List.of(a.getLocalPort(), b.getLocalPort(), c.getLocalPort());
        }
    }

    private static void awaitListening(List<Integer> ports) throws InterruptedException {
        for (int port : ports) {
            while (true) {
                try {
                    SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                            .close();
                    break;
                } catch (IOException e) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    private double held(Bridge bridge) throws IOException {
        List<SocketChannel> held = new ArrayList<>();
        try {
            for (int i = 0; i < HELD; i++) {
                held.add(bridge.connect());
                pingOnce(held.getLast(), ByteBuffer.allocate(128));
            }
            return bridge.pss();
        } finally {
            for (SocketChannel channel : held) {
                channel.close();
            }
        }
    }

    /** Median microseconds of a small question and answer on one connection. */
    private double ping(Bridge bridge) throws IOException {
        try (SocketChannel channel = bridge.connect()) {
            ByteBuffer buffer = ByteBuffer.allocate(128);
            long[] took = new long[PINGS];
            for (int i = 0; i < PINGS; i++) {
                long start = System.nanoTime();
                pingOnce(channel, buffer);
                took[i] = System.nanoTime() - start;
            }
            Arrays.sort(took);
            return took[PINGS / 2] / 1e3;
        }
    }

    private double shortOnes(Bridge bridge) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(128);
        long start = System.nanoTime();
        for (int i = 0; i < SHORT; i++) {
            try (SocketChannel channel = bridge.connect()) {
                pingOnce(channel, buffer);
            }
        }
        return SHORT / ((System.nanoTime() - start) / 1e9);
    }

    private static void pingOnce(SocketChannel channel, ByteBuffer buffer) throws IOException {
        buffer.clear().put((byte) 'p').position(0).limit(100);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear().limit(100);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
            Thread.onSpinWait();
        }
    }

    private double stream(Bridge bridge) throws IOException {
        double[] found = new double[STREAMS];
        for (int i = 0; i < STREAMS; i++) {
            found[i] = oneStream(bridge);
        }
        Arrays.sort(found);
        return found[STREAMS / 2];
    }

    private static double oneStream(Bridge bridge) throws IOException {
        try (SocketChannel channel = bridge.connect()) {
            long start = System.nanoTime();
            ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 18);
            buffer.put(0, (byte) 's').limit(100);
            channel.write(buffer);
            long got = 0;
            for (int n = channel.read(buffer.clear()); n >= 0; n = channel.read(buffer.clear())) {
                got += n;
            }
            return got / 1e6 / ((System.nanoTime() - start) / 1e9);
        }
    }

    private void serve(ServerSocketChannel gate) {
        try {
            while (true) {
                SocketChannel caller = gate.accept();
                threads.execute(() -> answer(caller));
            }
        } catch (ClosedChannelException e) {
            return; // the run is over
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Questions are of 100 bytes: {@code p} is echoed, {@code s} asks for the stream. */
    private static void answer(SocketChannel caller) {
        try (caller) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 18).limit(100);
            while (caller.read(buffer) >= 0) {
                if (buffer.hasRemaining()) {
                    continue;
                }
                if (buffer.get(0) == 's') {
                    for (long sent = 0; sent < STREAM; ) {
                        sent += caller.write(buffer.clear());
                    }
                    return;
                }
                caller.write(buffer.flip());
                buffer.clear().limit(100);
            }
        } catch (IOException e) {
            System.err.println("a caller has gone: " + e.getMessage());
        }
    }
}
