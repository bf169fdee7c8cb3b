package dev.mausbot.home.turn;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.engine.Engines;
import dev.mausbot.home.launch.Launcher;
import dev.mausbot.home.relay.SignInRelay;
import dev.mausbot.home.selfcheck.Admission;
import dev.mausbot.home.selfcheck.SelfChecks;
import dev.mausbot.home.turn.mcp.BrokerDoor;
import dev.mausbot.home.turn.mcp.McpTokens;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** In tests, engines are scripts and nothing is boxed. */
@Alternative
@Priority(1)
@Singleton
final class TestWiring {
    static final Engines ENGINES = new Engines(List.of(
            new ScriptEngine(LaunchPlan.Input.CLOSED_AFTER_PROMPT), new ScriptEngine(LaunchPlan.Input.KEPT_OPEN)));

    @Produces
    @Singleton
    Launcher launcher() {
        return new ProcessLauncher();
    }

    @Produces
    @Singleton
    SignInRelay relay() {
        return new SignInRelay(_ -> {}, Set.of());
    }

    @Produces
    @Singleton
    SelfChecks selfChecks() {
        return SelfChecks.none("nothing is boxed");
    }

    @Produces
    @Singleton
    Admission admission() {
        return Admission.always();
    }

    @Produces
    @Singleton
    Engines engines() {
        return ENGINES;
    }

    @Produces
    @Singleton
    McpTokens mcpTokens() {
        return (bot, conversation) -> {};
    }

    @Produces
    @Singleton
    BrokerDoor brokerDoor() {
        return server -> Optional.empty();
    }
}
