package dev.mausbot.home.engine;

import dev.mausbot.home.box.LaunchPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What tests of plans need: an engine's program to find, and a plan or a refusal to look at. */
final class EnginePlans {
    private EnginePlans() {}

    /** Puts a program of that name into a folder, which is then a {@code PATH}. */
    static String install(Path folder, String program) throws IOException {
        Path file = folder.resolve(program);
        Files.write(file, new byte[8192]);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("cannot make executable: " + file);
        }
        return folder.toString();
    }

    static LaunchPlan ready(Engine engine, TurnRequest request) {
        if (engine.plan(request) instanceof Planned.Ready(LaunchPlan plan)) {
            return plan;
        }
        throw new AssertionError("refused: " + engine.plan(request));
    }

    static String refusal(Engine engine, TurnRequest request) {
        if (engine.plan(request) instanceof Planned.Refused(String reason)) {
            return reason;
        }
        throw new AssertionError("not refused: " + request);
    }

    static String file(LaunchPlan plan, String name) {
        return plan.files().stream()
                .filter(file -> file.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + plan.files()))
                .content();
    }
}
