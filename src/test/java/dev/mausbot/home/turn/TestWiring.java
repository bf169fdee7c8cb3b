package dev.mausbot.home.turn;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditLog;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.engine.Engines;
import dev.mausbot.home.engine.ScriptedAgent;
import dev.mausbot.home.launch.Launcher;
import dev.mausbot.home.relay.SignInRelay;
import dev.mausbot.home.selfcheck.Admission;
import dev.mausbot.home.turn.mcp.BrokerDoor;
import dev.mausbot.home.turn.mcp.McpTokens;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** In tests, engines are scripts and nothing is boxed. */
@Alternative
@Priority(1)
@Singleton
final class TestWiring {
    static final Engines ENGINES = new Engines(List.of(
            new ScriptEngine(LaunchPlan.Input.CLOSED_AFTER_PROMPT),
            new ScriptEngine(LaunchPlan.Input.KEPT_OPEN),
            ScriptedAgent.engine()));

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
    Admission admission() {
        return Admission.always();
    }

    @Produces
    @Singleton
    Audit audit(AuditLog log) {
        return log;
    }

    /** In the test's own data folder, as the server's would be. */
    @Produces
    @Singleton
    @Typed(AuditLog.class)
    AuditLog auditLog(@ConfigProperty(name = "home.data-folder") Path data) {
        return AuditLog.open(data, InstantSource.system());
    }

    void close(@Disposes AuditLog log) {
        log.close();
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
