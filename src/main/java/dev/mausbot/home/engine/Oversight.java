package dev.mausbot.home.engine;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How the owner takes part in a turn.
 *
 * @param asks whether the engine is to ask before it acts
 * @param helpers our programs in its box; empty where it has no box
 */
public record Oversight(boolean asks, Optional<Helpers> helpers) {
    public Oversight {
        Objects.requireNonNull(helpers, "helpers");
    }

    /** Nothing is asked and nothing told. */
    public static Oversight none() {
        return new Oversight(false, Optional.empty());
    }

    /** The helper by which an engine asks, where it is to ask and there is one. */
    Optional<Helpers> asking() {
        return helpers.filter(there -> asks);
    }

    /**
     * The command lines of our programs in a box.
     *
     * @param ask an MCP server on standard input and output that takes questions to the owner
     * @param hook tells the home of an event: its name, and {@link dev.mausbot.home.box.LaunchPlan#HOOK_TOKENS}, come after
     */
    public record Helpers(List<String> ask, List<String> hook) {
        public Helpers {
            ask = List.copyOf(ask);
            hook = List.copyOf(hook);
        }
    }
}
