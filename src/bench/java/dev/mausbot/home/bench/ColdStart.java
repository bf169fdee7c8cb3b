package dev.mausbot.home.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All of a machine's start that is ours, in namespaces of its own: what the image's entry does from hardening to the
 * first answer. Its {@code /proc} is remounted as a machine's is; the runtime folder is where root alone may make one.
 */
final class ColdStart implements AutoCloseable {
    private static final List<String> NAMESPACES =
            List.of("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc");
    /** {@code deploy/image/entry}, with the program as {@code $0}. */
    private static final String ENTRY = "\"$0\" harden && exec setpriv --bounding-set=-all,+setuid,+setgid,+kill"
            + " --inh-caps=-all -- tini -s -- \"$0\" supervise";

    private final String program;
    private final Map<String, String> environment;
    private final Path runtime;

    private ColdStart(String program, Map<String, String> environment, Path runtime) {
        this.program = program;
        this.environment = environment;
        this.runtime = runtime;
    }

    /**
     * Hardens once.
     *
     * @throws IOException with what {@code harden} says if it refuses, as it does if others than root may change the program
     */
    static ColdStart of(String program, Map<String, String> settings) throws IOException, InterruptedException {
        Path runtime =
                Path.of("/run", "cloud-home-bench-" + ProcessHandle.current().pid());
        Map<String, String> environment = new TreeMap<>(settings);
        environment.put("OMB_RUNTIME_DIR", runtime.toString());
        ColdStart start = new ColdStart(program, Map.copyOf(environment), runtime);
        Commands.output(Commands.with(start.environment, inNamespaces(program, "harden")));
        return start;
    }

    /** A command in namespaces where its {@code /proc} is its own, and which end with it. */
    static List<String> inNamespaces(String... words) {
        List<String> command = new ArrayList<>(NAMESPACES);
        command.addAll(List.of(words));
        return command;
    }

    /** Starts it and waits for the first answer on a port. */
    Started take(int port) throws IOException {
        Map<String, String> now = new TreeMap<>(environment);
        now.put("OMB_PORT", Integer.toString(port));
        return Started.serving(inNamespaces("sh", "-c", ENTRY, program), now, port);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(runtime);
    }
}
