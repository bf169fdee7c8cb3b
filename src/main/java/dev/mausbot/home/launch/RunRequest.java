package dev.mausbot.home.launch;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.broker.Grant;
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
 * @param workFolder where it starts: the bot's own folder, a folder in it, or a folder of the owner's choice
 * @param domains which hosts it may reach beyond the address policy
 * @param mcpServers the MCP servers by URL that it may use
 * @param timeLimit after this it is ended, as if interrupted
 */
public record RunRequest(
        Caller caller,
        LaunchPlan plan,
        Path workFolder,
        DomainRules domains,
        List<Grant.OfMcpServer> mcpServers,
        Duration timeLimit) {
    public RunRequest {
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(plan, "plan");
        Objects.requireNonNull(workFolder, "workFolder");
        Objects.requireNonNull(domains, "domains");
        Objects.requireNonNull(timeLimit, "timeLimit");
        mcpServers = List.copyOf(mcpServers);
    }

    /** One without MCP servers by URL. */
    public RunRequest(Caller caller, LaunchPlan plan, Path workFolder, DomainRules domains, Duration timeLimit) {
        this(caller, plan, workFolder, domains, List.of(), timeLimit);
    }
}
