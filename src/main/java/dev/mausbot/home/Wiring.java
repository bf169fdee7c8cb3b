package dev.mausbot.home;

import dev.mausbot.home.auth.HostRule;
import dev.mausbot.home.auth.StartToken;
import dev.mausbot.home.turn.TurnLimits;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

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
}
