package dev.mausbot.home.turn;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.engine.Engine;
import dev.mausbot.home.launch.Launcher;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** In tests, engines are scripts and nothing is boxed. */
@Alternative
@Priority(1)
@Singleton
final class TestWiring {
    static final Function<String, Optional<Engine>> ENGINES =
            id -> List.of(
                            new ScriptEngine(LaunchPlan.Input.CLOSED_AFTER_PROMPT),
                            new ScriptEngine(LaunchPlan.Input.KEPT_OPEN))
                    .stream()
                    .filter(engine -> engine.id().equals(id))
                    .<Engine>map(engine -> engine)
                    .findFirst();

    @Produces
    @Singleton
    Launcher launcher() {
        return new ProcessLauncher();
    }

    @Produces
    @Singleton
    Function<String, Optional<Engine>> engines() {
        return ENGINES;
    }
}
