package dev.mausbot.home;

import dev.mausbot.home.auth.HostRule;
import dev.mausbot.home.auth.StartToken;
import dev.mausbot.home.boot.BootContract;
import dev.mausbot.home.boot.Contract;
import dev.mausbot.home.boot.HostFacts;
import dev.mausbot.home.engine.Engines;
import dev.mausbot.home.launch.Launcher;
import dev.mausbot.home.relay.SignInRelay;
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
    StartToken startToken() {
        return StartToken.mint();
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
                System.getenv());
    }

    @Produces
    @Singleton
    SecretFolder secretFolder() {
        return new SecretFolder(config.dataFolder(), HostFacts.current());
    }

    /** The broker's table takes this place when there is a broker. */
    @Produces
    @Singleton
    ProviderNames providerNames() {
        List<ProviderName> all = List.of(
                provider("anthropic", List.of("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"), "ANTHROPIC_BASE_URL"),
                provider("openai", List.of("OPENAI_API_KEY"), "OPENAI_BASE_URL"),
                provider("gemini", List.of("GEMINI_API_KEY", "GOOGLE_API_KEY"), "GOOGLE_GEMINI_BASE_URL"));
        return () -> all;
    }

    private static ProviderName provider(String id, List<String> keys, String baseUrl) {
        return new ProviderName(id, keys, Optional.of(baseUrl), ProviderName.Brokering.NEVER);
    }

    /** Without a broker there are no tokens that could go stale. */
    @Produces
    @Singleton
    McpTokens mcpTokens() {
        return (bot, conversation) -> {};
    }

    /** Without a broker turns reach servers themselves, and so do tests. */
    @Produces
    @Singleton
    BrokerDoor brokerDoor() {
        return server -> Optional.empty();
    }

    @Produces
    @Singleton
    Engines engines() {
        return new Engines();
    }

    /** The routes are looked up late: they lead to the turns, and those need the launcher that this core makes. */
    @Produces
    @Singleton
    ServerCore core(Instance<BoxRoutes> routes) throws IOException {
        return switch (BootContract.read(System.getenv(), HostFacts.current())) {
            case Contract.Valid(BootContract contract) ->
                ServerCore.start(
                        contract, System.getenv(), request -> routes.get().answer(request));
            case Contract.Invalid invalid -> throw new IllegalStateException(invalid.message());
        };
    }

    void close(@Disposes ServerCore core) throws IOException {
        core.close();
    }

    @Produces
    @Singleton
    Launcher launcher(ServerCore core) {
        return core.launcher();
    }

    @Produces
    @Singleton
    SignInRelay relay(ServerCore core) {
        return core.relay();
    }
}
