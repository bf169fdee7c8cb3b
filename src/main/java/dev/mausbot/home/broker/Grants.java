package dev.mausbot.home.broker;

import dev.mausbot.home.gate.Caller;
import java.time.Duration;
import java.time.InstantSource;

/** Makes what boxes are given to call the broker with. */
public final class Grants {
    /** No token lives longer, whatever its box does. */
    static final Duration LONGEST_LIFE = Duration.ofHours(24);

    private final InstantSource clock;
    private final McpGrants mcp = new McpGrants();

    public Grants(InstantSource clock) {
        this.clock = clock;
    }

    /** For one box: nothing is granted yet. Whoever opens the box closes it, and that revokes its tokens. */
    public BoxGrants forBox(Caller caller) {
        return new BoxGrants(caller, clock);
    }

    /** The tokens for MCP servers, which outlive a box. */
    public McpGrants mcp() {
        return mcp;
    }
}
