package dev.mausbot.home.bench;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How long the program takes to be of use, and what it then holds: {@code serve}, {@code supervise} and all of a machine's
 * start ({@link ColdStart}) up to the first answered request, {@code bridge} until it listens; as a native executable and in
 * a JVM, each start in turn.
 *
 * <p>Usage: {@code StartBench [ROUNDS]}. {@code OMB_BENCH_APP} names the JVM's application, {@code OMB_BENCH_JAVA} what runs
 * it, {@code OMB_BENCH_NATIVE} the executable, if there is one. {@code supervise} and a machine are measured by root only; the
 * server then runs as {@code OMB_BENCH_USER}.
 */
public final class StartBench {
    private static final int ROUNDS = 15;
    private static final int WARM_UPS = 1;

    private final Scratch scratch;
    private final Optional<String> user = Build.setting("OMB_BENCH_USER");

    private StartBench(Scratch scratch) {
        this.scratch = scratch;
    }

    /** One round of one row. */
    @FunctionalInterface
    private interface Start {
        Measured take() throws IOException;
    }

    private record Measured(double millis, Footprint footprint) {}

    private record Row(String name, String goals, Start start, Samples millis, Samples rss, Samples pss) {
        private Row(String name, String goals, Start start) {
            this(name, goals, start, new Samples(), new Samples(), new Samples());
        }

        private void take(boolean counts) throws IOException {
            Measured measured = start.take();
            if (counts) {
                millis.add(measured.millis());
                rss.add(measured.footprint().rss());
                pss.add(measured.footprint().pss());
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length == 0 ? ROUNDS : Integer.parseInt(arguments[0]);
        try (Scratch scratch = Scratch.make();
                ServerSocketChannel gate = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            gate.bind(UnixDomainSocketAddress.of(scratch.path().resolve("gate")));
            new StartBench(scratch).run(rounds);
        }
        Table.printMachine();
    }

    private void run(int rounds) throws Exception {
        List<Row> rows = rows();
        Optional<ColdStart> cold = user.isEmpty() ? Optional.empty() : coldStart();
        try {
            cold.ifPresent(start -> rows.add(new Row("a machine, native", "", () -> machine(start))));
            for (int round = -WARM_UPS; round < rounds; round++) {
                for (Row row : rows) {
                    row.take(round >= 0);
                }
            }
        } finally {
            if (cold.isPresent()) {
                cold.get().close();
            }
        }
        print(rows, rounds);
    }

    private List<Row> rows() throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (Build build : Build.all()) {
            Path home = home(build.name());
            Build.Goals goals = build.goals();
            rows.add(new Row(
                    "serve, " + build.name(),
                    both(goals.serveMillis(), goals.serveMegabytes()),
                    () -> serve(build, home)));
            if (user.isPresent()) {
                rows.add(new Row(
                        "supervise, " + build.name(), goals.superviseMegabytes(), () -> supervise(build, home)));
            }
            rows.add(new Row("bridge, three ports, " + build.name(), "", () -> bridge(build)));
        }
        if (user.isEmpty()) {
            System.out.println("SKIPPED: supervise and a whole machine, because only root starts them: use ./home bench"
                    + " start as root");
        }
        return rows;
    }

    /** Only the executable has an image, and so an entry. */
    private Optional<ColdStart> coldStart() throws IOException, InterruptedException {
        Optional<String> program = Build.setting("OMB_BENCH_NATIVE");
        if (program.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> environment = environment(home("machine"), 0);
        user.ifPresent(name -> environment.put("OMB_RUN_AS", name));
        try {
            return Optional.of(ColdStart.of(program.get(), environment));
        } catch (IOException refused) {
            System.out.println("SKIPPED: a whole machine: " + refused.getMessage());
            return Optional.empty();
        }
    }

    private Measured machine(ColdStart start) throws IOException {
        try (Started started = start.take(Server.freePort())) {
            return new Measured(started.millis(), started.of("supervise"));
        }
    }

    private static String both(String one, String other) {
        return one.isEmpty() ? other : one + ", " + other;
    }

    private static void print(List<Row> rows, int rounds) {
        Table table = new Table(
                "of use after, " + rounds + " starts in turn",
                "p10 ms",
                "median ms",
                "p90 ms",
                "RSS MB",
                "PSS MB",
                "goal");
        rows.forEach(row -> table.row(
                row.name(),
                Table.number("%.0f", row.millis().quantile(0.1)),
                Table.number("%.0f", row.millis().median()),
                Table.number("%.0f", row.millis().quantile(0.9)),
                Table.number("%.1f", row.rss().median()),
                Table.number("%.1f", row.pss().median()),
                row.goals()));
        table.print();
    }

    /** A HOME of the server's user, whose data the warm-up makes: a machine starts with data but once. */
    private Path home(String name) throws IOException, InterruptedException {
        Path home = scratch.folder("home-" + name);
        Path runtime = scratch.folder("run-" + name);
        if (user.isPresent()) {
            Commands.run(new ProcessBuilder("chmod", "0755", scratch.path().toString()));
            Commands.run(new ProcessBuilder("chown", user.get(), home.toString(), runtime.toString()));
        }
        Commands.run(new ProcessBuilder("chmod", "0700", home.toString(), runtime.toString()));
        return home;
    }

    private Map<String, String> environment(Path home, int port) {
        return new TreeMap<>(Map.of(
                "HOME", home.toString(),
                "PATH", "/usr/sbin:/usr/bin:/sbin:/bin",
                "OMB_RUNTIME_DIR",
                        home.resolveSibling(home.getFileName().toString().replace("home", "run"))
                                .toString(),
                "OMB_BOT_BOX", "0",
                "OMB_PORT", Integer.toString(port)));
    }

    private Measured serve(Build build, Path home) throws IOException {
        int port = Server.freePort();
        List<String> command = new ArrayList<>();
        user.ifPresent(name -> command.addAll(List.of(
                "setpriv",
                "--reuid=" + name,
                "--regid=" + name,
                "--init-groups",
                "--inh-caps=-all",
                "--bounding-set=-all")));
        command.addAll(build.server());
        try (Started started = Started.serving(command, environment(home, port), port)) {
            return new Measured(started.millis(), started.footprint());
        }
    }

    /** As the image starts it, but in namespaces of its own and without hardening them. */
    private Measured supervise(Build build, Path home) throws IOException {
        int port = Server.freePort();
        List<String> command =
                ColdStart.inNamespaces("setpriv", "--bounding-set=-all,+setuid,+setgid,+kill", "--inh-caps=-all", "--");
        command.addAll(build.quick());
        command.add("supervise");
        Map<String, String> environment = environment(home, port);
        environment.put("OMB_CLOUD_HARDEN", "0");
        user.ifPresent(name -> environment.put("OMB_RUN_AS", name));
        try (Started started = Started.serving(command, environment, port)) {
            return new Measured(started.millis(), started.of("supervise"));
        }
    }

    private Measured bridge(Build build) throws IOException {
        List<String> command = new ArrayList<>(build.quick());
        command.add("bridge");
        for (int i = 0; i < 3; i++) {
            command.add(Server.freePort() + "=" + scratch.path().resolve("gate"));
        }
        try (Started started = Started.saying(command, "ready ")) {
            return new Measured(started.millis(), started.footprint());
        }
    }
}
