package dev.mausbot.home;

import dev.mausbot.home.approval.CardLimits;
import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditLog;
import dev.mausbot.home.auth.HostRule;
import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.broker.Provider;
import dev.mausbot.home.broker.Providers;
import dev.mausbot.home.engine.Engines;
import dev.mausbot.home.gate.ask.Asks;
import dev.mausbot.home.launch.Launcher;
import dev.mausbot.home.launch.McpWay;
import dev.mausbot.home.relay.SignInRelay;
import dev.mausbot.home.selfcheck.Admission;
import dev.mausbot.home.selfcheck.SelfChecks;
import dev.mausbot.home.turn.BoxRoutes;
import dev.mausbot.home.turn.TurnLimits;
import dev.mausbot.home.turn.keys.ProviderName;
import dev.mausbot.home.turn.keys.ProviderNames;
import dev.mausbot.home.turn.keys.SecretFolder;
import dev.mausbot.home.turn.mcp.BrokerDoor;
import dev.mausbot.home.turn.mcp.McpTokens;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Puts the core's plain objects in reach of the framework's rooms: the only place where the two meet. */
final class Wiring {
    private final ServeConfig config;

    Wiring(ServeConfig config) {
        this.config = config;
    }

    @Produces
    @Singleton
    HostRule hostRule() {
        return HostRule.of(config.publicAuthority());
    }

    @Produces
    @Singleton
    TurnLimits turnLimits() {
        return new TurnLimits(
                config.maxTurns(),
                config.turnTimeout(),
                config.dataFolder().resolve("workspaces"),
                config.engineHome(),
                ServeSettings.current());
    }

    @Produces
    @Singleton
    SecretFolder secretFolder() {
        return new SecretFolder(config.dataFolder(), HostFacts.current());
    }

    /** What the owner may store a key for is what the broker's table knows. */
    @Produces
    @Singleton
    ProviderNames providerNames() {
        List<ProviderName> all = Providers.all().stream().map(Wiring::name).toList();
        return () -> all;
    }

    private static ProviderName name(Provider provider) {
        ProviderName.Brokering brokering = switch (provider.how()) {
            case Provider.How.ByEnvironment _ -> ProviderName.Brokering.ALWAYS;
            case Provider.How.ByConfig _ -> ProviderName.Brokering.SOME_ENGINES;
        };
        return new ProviderName(
                provider.id(),
                provider.keys().stream().map(Provider.Key::variable).toList(),
                Optional.of(provider.baseUrlVariable()),
                brokering);
    }

    /** Where turns are not boxed there is no broker, and no token that could go stale. */
    @Produces
    @Singleton
    McpTokens mcpTokens(ServerCore core) {
        return (bot, conversation) -> core.boxes().ifPresent(boxes -> boxes.renewMcp(bot, conversation));
    }

    @Produces
    @Singleton
    BrokerDoor brokerDoor(ServerCore core) {
        return server -> {
            if (core.boxes().isEmpty()) {
                return Optional.empty();
            }
            McpWay way = core.boxes().get().way(server);
            return Optional.of(new BrokerDoor.Way(way.socket(), way.target(), way::close));
        };
    }

    @Produces
    @Singleton
    Engines engines() {
        return new Engines();
    }

    /** The routes are looked up late: they lead to the turns, and those need the launcher that this core makes. */
    @Produces
    @Singleton
    ServerCore core(Instance<BoxRoutes> routes, Instance<Asks> asks) throws IOException {
        return ServerCore.start(
                ServeSettings.contract(),
                ServeSettings.current(),
                request -> routes.get().answer(request),
                (caller, question) -> asks.get().ask(caller, question));
    }

    void close(@Disposes ServerCore core) throws IOException {
        core.close();
    }

    @Produces
    @Singleton
    Audit audit(ServerCore core) {
        return core.audit();
    }

    /** As itself only: what records does so by {@link Audit}. */
    @Produces
    @Singleton
    @Typed(AuditLog.class)
    AuditLog auditLog(ServerCore core) {
        return core.log();
    }

    @Produces
    @Singleton
    CardLimits cardLimits() {
        return CardLimits.usual();
    }

    @Produces
    @Singleton
    Launcher launcher(ServerCore core) {
        return core.launcher();
    }

    @Produces
    @Singleton
    SelfChecks selfChecks(ServerCore core) {
        return core.checks();
    }

    @Produces
    @Singleton
    Admission admission(ServerCore core) {
        return core.admission();
    }

    @Produces
    @Singleton
    SignInRelay relay(ServerCore core) {
        return core.relay();
    }
}
