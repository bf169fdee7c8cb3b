package dev.mausbot.home.inside;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A bridge that runs as a process, with the ports that it chose. */
record BridgeProcess(Process process, List<Integer> ports) implements AutoCloseable {
    static Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                BridgeProgram.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).start();
    }

    /** Starts a bridge to the sockets, each from a port of the kernel's choice. */
    static BridgeProcess to(Path... sockets) throws IOException {
        String[] routes = new String[sockets.length];
        for (int i = 0; i < sockets.length; i++) {
            routes[i] = "0=" + sockets[i];
        }
        Process process = start(routes);
        try (BufferedReader out = process.inputReader(UTF_8)) {
            String[] ready = out.readLine().split(" ", -1);
            assertThat(ready).hasSize(sockets.length + 1).startsWith("ready");
            assertThat(out.read()).as("standard output is closed").isEqualTo(-1);
            List<Integer> ports = new ArrayList<>();
            for (int i = 1; i < ready.length; i++) {
                ports.add(Integer.valueOf(ready[i]));
            }
            return new BridgeProcess(process, ports);
        }
    }

    SocketChannel connect(int route) throws IOException {
        return SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.get(route)));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
