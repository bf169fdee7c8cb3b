package dev.mausbot.home.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The program of an engine, as far as it is on this machine.
 *
 * @param engine the engine's id
 * @param name what it is called in {@code PATH}
 * @param file the program itself; empty if there is none
 * @param needs what must be bound into a box for it
 */
public record EngineProgram(String engine, String name, Optional<Path> file, List<Path> needs) {
    public EngineProgram {
        needs = List.copyOf(needs);
    }

    /** The programs of all engines that need one, looked for in the folders of a {@code PATH}; none is started. */
    public static List<EngineProgram> all(String path) throws IOException {
        List<EngineProgram> all = new ArrayList<>(List.of(
                look("claude", ClaudeEngine.PROGRAM, path),
                look("codex", CodexEngine.PROGRAM, path),
                look("opencode", OpenCodeEngine.PROGRAM, path)));
        for (AcpAgent agent : AcpAgent.ALL) {
            all.add(look(agent.id(), agent.program(), path));
        }
        return List.copyOf(all);
    }

    private static EngineProgram look(String engine, String name, String path) throws IOException {
        Optional<InstalledProgram> found = InstalledProgram.find(path, name);
        return new EngineProgram(
                engine,
                name,
                found.map(InstalledProgram::file),
                found.map(InstalledProgram::needs).orElseGet(List::of));
    }
}
