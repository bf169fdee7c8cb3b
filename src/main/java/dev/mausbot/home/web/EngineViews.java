package dev.mausbot.home.web;

import dev.mausbot.home.engine.Engine;
import dev.mausbot.home.engine.EngineProgram;
import dev.mausbot.home.engine.Engines;
import dev.mausbot.home.engine.Planned;
import dev.mausbot.home.engine.TurnRequest;
import dev.mausbot.home.turn.TurnKeys;
import dev.mausbot.home.turn.TurnLimits;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Asks each engine what it would say to a turn now. Nothing is started. */
@Singleton
record EngineViews(Engines engines, TurnKeys keys, TurnLimits limits) {
    List<EngineView> all() {
        Map<String, String> settings = keys.current().settings();
        Map<String, String> programs = programs(settings.getOrDefault("PATH", ""));
        return engines.all().stream()
                .map(engine ->
                        new EngineView(engine.id(), programs.getOrDefault(engine.id(), ""), missing(engine, settings)))
                .toList();
    }

    private static Map<String, String> programs(String path) {
        try {
            return EngineProgram.all(path).stream()
                    .filter(program -> program.file().isPresent())
                    .collect(Collectors.toMap(
                            EngineProgram::engine,
                            program -> program.file().map(Object::toString).orElse("")));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("a folder of PATH cannot be read", unreadable);
        }
    }

    private String missing(Engine engine, Map<String, String> settings) {
        Planned planned = engine.plan(new TurnRequest(
                "hello",
                UUID.randomUUID().toString(),
                Optional.empty(),
                Optional.empty(),
                limits.home(),
                limits.workspaces(),
                settings,
                List.of()));
        return planned instanceof Planned.Refused(String reason) ? reason : "";
    }
}
