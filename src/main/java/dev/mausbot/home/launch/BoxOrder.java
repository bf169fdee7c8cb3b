package dev.mausbot.home.launch;

import dev.mausbot.home.box.BoxFolders;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.broker.Grant;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.egress.DomainRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A box to be opened with its gates.
 *
 * @param caller whom the gates answer to
 * @param command what runs in it
 * @param environment what the engine's plan wants set; checked against the box's allow-list
 * @param named variables that a person named on a command line, let in beside the allow-list
 * @param files what the plan's command line names
 * @param mcpServers the MCP servers by URL that it may use through the broker
 * @param folders what of the host's files it is about
 * @param net how it reaches the outside
 * @param domains which hosts it may reach beyond the address policy
 * @param terminal whether its input and outputs are one terminal
 * @param hookTokens the folder in which it finds the bearer of its hooks, among those it sees read-only
 * @param signIn whether it gets a relay, for the callback of an engine's sign-in; only a gated box can
 */
public record BoxOrder(
        Caller caller,
        List<String> command,
        Map<String, String> environment,
        Map<String, String> named,
        List<LaunchPlan.PlannedFile> files,
        List<Grant.OfMcpServer> mcpServers,
        BoxFolders folders,
        Net net,
        DomainRules domains,
        boolean terminal,
        Optional<Path> hookTokens,
        LaunchPlan.Callback signIn) {
    /** How a box reaches the outside. */
    public enum Net {
        /** Through gates only. */
        GATED,
        /** The host's network; only a person at a command line can ask for it. */
        SHARED,
        /** Not at all. */
        NONE
    }

    public BoxOrder {
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(folders, "folders");
        Objects.requireNonNull(net, "net");
        Objects.requireNonNull(domains, "domains");
        Objects.requireNonNull(hookTokens, "hookTokens");
        Objects.requireNonNull(signIn, "signIn");
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        named = Map.copyOf(named);
        files = List.copyOf(files);
        mcpServers = List.copyOf(mcpServers);
    }

    /** One without MCP servers by URL, hooks and a relay. */
    public BoxOrder(
            Caller caller,
            List<String> command,
            Map<String, String> environment,
            Map<String, String> named,
            List<LaunchPlan.PlannedFile> files,
            BoxFolders folders,
            Net net,
            DomainRules domains,
            boolean terminal) {
        this(
                caller,
                command,
                environment,
                named,
                files,
                List.of(),
                folders,
                net,
                domains,
                terminal,
                Optional.empty(),
                LaunchPlan.Callback.NONE);
    }

    /** The same with another environment and other files. */
    BoxOrder with(Map<String, String> otherEnvironment, List<LaunchPlan.PlannedFile> otherFiles) {
        return new BoxOrder(
                caller,
                command,
                otherEnvironment,
                named,
                otherFiles,
                mcpServers,
                folders,
                net,
                domains,
                terminal,
                hookTokens,
                signIn);
    }
}
