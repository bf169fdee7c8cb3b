package dev.mausbot.home.bench;

import dev.mausbot.home.boot.Program;
import dev.mausbot.home.box.BoxTools;
import dev.mausbot.home.launch.BoxOrder;
import dev.mausbot.home.launch.OpenBox;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a box costs: how long {@code /bin/true} takes in it, start to end, and how much memory it holds, against plain
 * bubblewrap, {@code @anthropic-ai/sandbox-runtime} and podman.
 *
 * <p>Usage: {@code BoxBench [ROUNDS]}.
 */
public final class BoxBench {
    /** Where a native executable is, if there is one. */
    private static final String NATIVE = "OMB_BENCH_NATIVE";

    private static final int ROUNDS = 60;
    private static final int WARM_UPS = 15;
    private static final String TRUE = "/bin/true";
    private static final String MEASURED = "measured";
    private static final String HELD = "held";
    private static final String[] SLEEP = {"sleep", "600"};

    private final Table memory = new Table("one box without its command", "PSS MB", "processes");

    private BoxBench() {}

    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length == 0 ? ROUNDS : Integer.parseInt(arguments[0]);
        Path socat = Commands.find("socat").orElseThrow(() -> new IllegalStateException("apt-get install socat"));
        BoxBench bench = new BoxBench();
        try (Scratch scratch = Scratch.make();
                OurBoxes socats = new OurBoxes(new BoxTools.Bridging.Socat(socat));
                OurBoxes jvms =
                        new OurBoxes(new BoxTools.Bridging.Own(Program.current().command("bridge")))) {
            Optional<SandboxRuntime> runtime = SandboxRuntime.find(scratch);
            Optional<Path> executable = Optional.ofNullable(System.getenv(NATIVE))
                    .filter(name -> !name.isEmpty())
                    .map(Path::of);
            bench.starts(socats, executable, runtime, Podman.find(), rounds);
            bench.memoryOf("ours, gates by socat", socats);
            bench.memoryOf("ours, gates by our bridge in a JVM", jvms);
            if (executable.isPresent()) {
                bench.memoryOfSecond("ours, gates by our native bridge", executable.get());
            }
            if (runtime.isPresent()) {
                bench.memoryOf(runtime.get());
            }
        }
        bench.memory.print();
        Table.printMachine();
    }

    private void starts(
            OurBoxes ours,
            Optional<Path> executable,
            Optional<SandboxRuntime> runtime,
            Optional<Podman> podman,
            int rounds)
            throws Exception {
        if (executable.isPresent()) {
            try (OurBoxes natives = OurBoxes.bridgedBy(executable.get())) {
                Contender bridged = new Contender(
                        "our box, gates, native bridge", () -> natives.run(MEASURED, BoxOrder.Net.GATED, TRUE));
                starts(ours, List.of(bridged), runtime, podman, rounds);
            }
        } else {
            starts(ours, List.of(), runtime, podman, rounds);
        }
    }

    private void starts(
            OurBoxes ours,
            List<Contender> bridged,
            Optional<SandboxRuntime> runtime,
            Optional<Podman> podman,
            int rounds)
            throws Exception {
        OpenBox held = ours.open(HELD, BoxOrder.Net.GATED, SLEEP);
        try {
            PlainBwrap plain = PlainBwrap.like(ours);
            List<Contender> contenders = new ArrayList<>(List.of(
                    new Contender("bwrap, same namespaces and mounts", () -> plain.run(TRUE)),
                    new Contender("bwrap, options and filter by descriptor", () -> plain.runByDescriptors(TRUE)),
                    new Contender(
                            "... and our entry: bridges, checks",
                            () -> plain.runByDescriptors(
                                    "/bin/sh", "/run/box/enter", "from=/run/box/words", "--", TRUE)),
                    new Contender("our box, no network", () -> ours.run(MEASURED, BoxOrder.Net.NONE, TRUE)),
                    new Contender("our box, gates", () -> ours.run(MEASURED, BoxOrder.Net.GATED, TRUE))));
            contenders.addAll(bridged);
            podman.ifPresent(it -> contenders.add(new Contender("podman run", () -> it.run(TRUE))));
            if (runtime.isPresent()) {
                SandboxRuntime srt = runtime.get();
                contenders.add(new Contender("sandbox-runtime, command line", () -> srt.run(TRUE)));
                try (SandboxRuntime.Library library = srt.library()) {
                    contenders.add(
                            new Contender("sandbox-runtime, library in a running Node", () -> library.run(TRUE)));
                    print(Contender.takeTurns(contenders, WARM_UPS, rounds), rounds);
                }
            } else {
                print(Contender.takeTurns(contenders, WARM_UPS, rounds), rounds);
            }
        } finally {
            held.box().kill();
            held.over().join();
        }
    }

    /** Ratios and differences are to the first row. */
    private static void print(Map<Contender, Samples> found, int rounds) {
        double base = found.values().iterator().next().median();
        Table table = new Table(
                "/bin/true, " + rounds + " rounds in turn", "p10 ms", "median ms", "p90 ms", "ratio", "over ms");
        found.forEach((contender, samples) -> table.row(
                contender.name(),
                Table.number("%.1f", samples.quantile(0.1)),
                Table.number("%.1f", samples.median()),
                Table.number("%.1f", samples.quantile(0.9)),
                Table.number("%.2f", samples.median() / base),
                Table.number("%+.1f", samples.median() - base)));
        table.print();
    }

    private void memoryOf(String name, OurBoxes boxes) throws Exception {
        OpenBox open = boxes.open(MEASURED, BoxOrder.Net.GATED, SLEEP);
        try {
            ProcessHandle sleep = new ProcessTree(ProcessHandle.current()).await(SLEEP);
            memory(name, new ProcessTree(topmost(sleep)), sleep);
        } finally {
            open.box().kill();
            open.over().join();
        }
    }

    /** The executable's code is shared with the server and every other box: so is it here, with a box that is held. */
    private void memoryOfSecond(String name, Path executable) throws Exception {
        try (OurBoxes first = OurBoxes.bridgedBy(executable);
                OurBoxes second = OurBoxes.bridgedBy(executable)) {
            OpenBox held = first.open(HELD, BoxOrder.Net.GATED, "sleep", "601");
            try {
                new ProcessTree(ProcessHandle.current()).await("sleep", "601");
                memoryOf(name, second);
            } finally {
                held.box().kill();
                held.over().join();
            }
        }
    }

    /** The ancestor that we have started ourselves. */
    private static ProcessHandle topmost(ProcessHandle process) {
        ProcessHandle top = process;
        while (top.parent()
                .filter(parent -> !parent.equals(ProcessHandle.current()))
                .isPresent()) {
            top = top.parent().get();
        }
        return top;
    }

    private void memoryOf(SandboxRuntime runtime) throws Exception {
        Process program = runtime.start(SLEEP);
        ProcessTree tree = new ProcessTree(program.toHandle());
        try {
            memory("sandbox-runtime, command line", tree, tree.await(SLEEP));
        } finally {
            tree.all().reversed().forEach(ProcessHandle::destroyForcibly);
            program.onExit().join();
        }
        try (SandboxRuntime.Library library = runtime.library()) {
            ProcessTree node = new ProcessTree(library.node().toHandle());
            double idle = node.megabytesWithout(ProcessHandle.current());
            int processes = node.all().size();
            library.begin(String.join(" ", SLEEP));
            ProcessHandle sleep = node.await(SLEEP);
            memory.row(
                    "sandbox-runtime, library: over idle Node",
                    Table.number("%.1f", node.megabytesWithout(sleep) - idle),
                    Integer.toString(node.all().size() - 1 - processes));
        }
    }

    private void memory(String name, ProcessTree tree, ProcessHandle command) throws Exception {
        memory.row(
                name,
                Table.number("%.1f", tree.megabytesWithout(command)),
                Integer.toString(tree.all().size() - 1));
    }
}
