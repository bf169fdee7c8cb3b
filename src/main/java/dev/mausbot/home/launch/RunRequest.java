package dev.mausbot.home.launch;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.egress.DomainRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * One run to start.
 *
 * @param caller who it is: the gates of the box answer to this identity only
 * @param plan what the engine wants started
 * @param mcp where the remote MCP servers of the plan really are; the broker's to know, not the box's
 * @param workFolder where it starts: the bot's own folder, a folder in it, or a folder of the owner's choice
 * @param domains which hosts it may reach beyond the address policy
 * @param timeLimit after this it is ended, as if interrupted
 */
public record RunRequest(
        Caller caller,
        LaunchPlan plan,
        List<McpUpstream> mcp,
        Path workFolder,
        DomainRules domains,
        Duration timeLimit) {
    public RunRequest {
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(plan, "plan");
        mcp = List.copyOf(mcp);
        Objects.requireNonNull(workFolder, "workFolder");
        Objects.requireNonNull(domains, "domains");
        Objects.requireNonNull(timeLimit, "timeLimit");
    }
}
