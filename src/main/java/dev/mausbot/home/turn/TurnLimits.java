package dev.mausbot.home.turn;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * What the machine allows, and where turns work.
 *
 * @param atOnce how many turns run at once
 * @param timeLimit the longest that a turn may run
 * @param workspaces the folder that holds each bot's own folder
 * @param home HOME as engines see it
 * @param settings the server's own environment, where engines look for keys and {@code PATH}
 */
public record TurnLimits(int atOnce, Duration timeLimit, Path workspaces, Path home, Map<String, String> settings) {
    public TurnLimits {
        if (atOnce < 1) {
            throw new IllegalArgumentException("at least one turn must be allowed at once, not " + atOnce);
        }
        settings = Map.copyOf(settings);
    }
}
