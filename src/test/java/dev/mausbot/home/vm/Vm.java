package dev.mausbot.home.vm;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * An emulated machine that boots the image. It is gone when it is closed, and also when this process is: the shell above it
 * ends with its input, and it with the shell.
 */
final class Vm implements AutoCloseable {
    private static final long PATIENCE_NANOS = Duration.ofMinutes(5).toNanos();
    private static final long LOOK_NANOS = Duration.ofMillis(50).toNanos();

    /** Runs a command until it ends or the shell's own input does, which is when whoever started it is no more. */
    private static final String UNTIL_INPUT_ENDS = """
            exec 3<&0 </dev/null
            "$@" 3<&- &
            command=$!
            { read -r end <&3; kill -KILL $command; } >/dev/null 2>&1 &
            watcher=$!
            wait $command
            kill $watcher
            """;

    /** Emulation works everywhere; a KVM that is there need not work, as inside of another machine. */
    private static final String ACCELERATION =
            Optional.ofNullable(System.getenv("OMB_VM_ACCEL")).orElse("tcg,thread=multi");

    private final Process shell;
    private final BuiltImage image;
    private final int port;
    private final Orders orders;
    private final List<String> console;
    private final String kernelUp;
    private final long started;

    private Vm(Process shell, BuiltImage image, int port, Orders orders, List<String> console, long started)
            throws Exception {
        this.shell = shell;
        this.image = image;
        this.port = port;
        this.orders = orders;
        this.console = console;
        this.started = started;
        this.kernelUp = orders.awaitUp();
    }

    /** Boots one up to the platform's init, which has started nothing yet. */
    static Vm boot(BuiltImage image, Path volume, Path folder) throws Exception {
        Path socket = folder.resolve("orders");
        Files.deleteIfExists(socket);
        int port = freePort();
        List<String> command = new ArrayList<>(List.of("sh", "-c", UNTIL_INPUT_ENDS, "sh"));
        command.addAll(qemu(image, volume, socket, port));
        long started = System.nanoTime();
        Process shell = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> console = Collections.synchronizedList(new ArrayList<>());
        Thread.ofPlatform().name("console").daemon().start(() -> read(shell, console));
        try {
            return new Vm(shell, image, port, await(socket, shell, console), console, started);
        } catch (Exception failed) {
            shell.getOutputStream().close();
            throw new IOException("the machine did not come up; it said: " + String.join("\n", console), failed);
        }
    }

    private static List<String> qemu(BuiltImage image, Path volume, Path socket, int port) {
        return List.of(
                "qemu-system-x86_64",
                "-nodefaults",
                "-no-user-config",
                "-no-reboot",
                "-display",
                "none",
                "-accel",
                ACCELERATION,
                "-cpu",
                "max",
                "-smp",
                "2",
                "-m",
                "2048",
                "-kernel",
                image.kernel().toString(),
                "-initrd",
                image.initramfs().toString(),
                "-append",
                "console=ttyS0 rdinit=/init quiet panic=-1",
                "-chardev",
                "stdio,id=console,signal=off",
                "-serial",
                "chardev:console",
                "-chardev",
                "socket,id=orders,server=on,wait=on,path=" + socket,
                "-serial",
                "chardev:orders",
                "-drive",
                "if=virtio,format=raw,snapshot=on,file=" + image.root(),
                "-drive",
                "if=virtio,format=raw,file=" + volume,
                // Nothing outside can be reached from it.
                "-netdev",
                "user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:" + port + "-:8080",
                "-device",
                "virtio-net-pci,netdev=net");
    }

    /** The machine waits for us to connect before it boots. */
    private static Orders await(Path socket, Process shell, List<String> console) throws IOException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            try {
                return Orders.connect(socket);
            } catch (IOException notYet) {
                if (!shell.isAlive() || System.nanoTime() > deadline) {
                    throw new IOException("qemu did not start: " + String.join("\n", console), notYet);
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    private static void read(Process shell, List<String> console) {
        try (BufferedReader lines = shell.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().map(String::stripTrailing).forEach(console::add);
        } catch (IOException closed) {
            console.add("(the console broke off: " + closed.getMessage() + ")");
        }
    }

    /** Somebody else might take it before the machine does; then that fails and says so. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Starts the image's entry point as the platform does: as root, the settings and secrets in its environment. */
    void start(Map<String, String> settings) throws IOException {
        orders.start(image.entry(settings));
    }

    /** What a script says that runs as root with all powers; it must succeed. */
    String asRoot(String script) throws IOException, InterruptedException {
        Orders.Answer answer = orders.run(script);
        if (answer.code() != 0) {
            throw new IOException("exit code " + answer.code() + " of " + script + ": " + answer.said());
        }
        return answer.said().strip();
    }

    /** How a script fares that runs as the server's user, outside of any box. */
    Orders.Answer asMaus(String script) throws IOException, InterruptedException {
        return orders.run("exec setpriv --reuid=maus --regid=maus --init-groups --bounding-set=-all --inh-caps=-all"
                + " --no-new-privs sh -c " + BuiltImage.quoted(script));
    }

    /** The port of this host that leads to its port 8080. */
    int port() {
        return port;
    }

    /** Whether the entry point runs. */
    boolean runs() {
        return !orders.ended().isDone() && !orders.gone().isDone();
    }

    /** Waits for the end of the entry point; its exit code. */
    int awaitEnd() throws Exception {
        return orders.ended().get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
    }

    /** Seconds on the kernel's own clock at which the platform was up. */
    String kernelUp() {
        return kernelUp;
    }

    /** Seconds since it was switched on. */
    double age() {
        return (System.nanoTime() - started) / 1e9;
    }

    /** All that it has said on its console. */
    String console() {
        synchronized (console) {
            return String.join("\n", console);
        }
    }

    /** Waits until it has said something on its console. */
    void awaitSaid(String text) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!console().contains(text)) {
            if (!runs() || System.nanoTime() > deadline) {
                throw new AssertionError("it does not say " + text + "; it said:\n" + console());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Ends it as a platform does, the volume unmounted. */
    void off() throws Exception {
        orders.off();
    }

    @Override
    public void close() throws IOException {
        shell.getOutputStream().close(); // see the shell's command
        orders.gone().orTimeout(PATIENCE_NANOS, TimeUnit.NANOSECONDS).join();
        orders.close();
    }
}
