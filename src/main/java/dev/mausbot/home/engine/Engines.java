package dev.mausbot.home.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The engines that this home knows, installed or not, in the order in which they are shown. */
public final class Engines {
    private final Map<String, Engine> byId = new LinkedHashMap<>();

    /** Every engine that is built in. */
    public Engines() {
        this(builtIn());
    }

    /** Just these; two of the same id are a bug. */
    public Engines(List<Engine> engines) {
        for (Engine engine : engines) {
            if (byId.put(engine.id(), engine) != null) {
                throw new IllegalArgumentException("two engines are called " + engine.id());
            }
        }
    }

    private static List<Engine> builtIn() {
        List<Engine> engines = new ArrayList<>(List.of(
                new ShellEngine(),
                new ClaudeEngine(),
                new CodexEngine(),
                new OpenCodeEngine(),
                new OpenCodeAcpEngine()));
        AcpAgent.ALL.forEach(agent -> engines.add(new AcpEngine(agent)));
        return engines;
    }

    /** The engine of that name, if there is one. */
    public Optional<Engine> byId(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** All of them, the default first. */
    public List<Engine> all() {
        return List.copyOf(byId.values());
    }
}
