package dev.mausbot.home.engine;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.box.LaunchPlan.PlannedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Any agent that speaks the Agent Client Protocol (https://agentclientprotocol.com), version 1: a process for a turn, the
 * dialogue on its standard input and output. The first line of it is the plan's prompt, the rest is the decoder's.
 */
final class AcpEngine implements Engine {
    private final AcpAgent agent;

    AcpEngine(AcpAgent agent) {
        this.agent = agent;
    }

    @Override
    public String id() {
        return agent.id();
    }

    /** Whether it does is the agent's own choice; what it asks is taken to the owner. */
    @Override
    public boolean asks() {
        return true;
    }

    @Override
    public Planned plan(TurnRequest request) {
        Map<String, String> environment = new HashMap<>(agent.alwaysSet());
        environment.putAll(Settings.named(request.settings(), agent.keys()));
        boolean needsLogin = environment.keySet().stream().noneMatch(agent.keys()::contains);
        environment.putAll(Settings.named(request.settings(), agent.settings()));
        if (needsLogin && !mayBeLoggedIn(request)) {
            return new Planned.Refused(agent.name() + " has no key: set " + String.join(" or ", agent.keys())
                    + " for the server, or log in with `" + agent.program() + "` so that "
                    + request.home().resolve(agent.logins().getFirst()) + " is there");
        }
        agent.modelVariable()
                .ifPresent(variable -> request.model().ifPresent(model -> environment.put(variable, model)));
        if (!needsLogin
                && agent.modelVariable()
                        .filter(name -> !environment.containsKey(name))
                        .isPresent()) {
            return new Planned.Refused(agent.name() + " has a key and no model: set the bot to one, or "
                    + agent.modelVariable().orElseThrow() + " for the server");
        }
        return plan(agent, request, environment, List.of());
    }

    private boolean mayBeLoggedIn(TurnRequest request) {
        return agent.logins().isEmpty()
                || agent.logins().stream()
                        .anyMatch(login -> Files.isReadable(request.home().resolve(login)));
    }

    /** The plan of an agent whose environment and files are known. */
    static Planned plan(AcpAgent agent, TurnRequest request, Map<String, String> environment, List<PlannedFile> files) {
        try {
            Optional<InstalledProgram> installed =
                    InstalledProgram.find(request.settings().getOrDefault("PATH", ""), agent.program());
            if (installed.isEmpty()) {
                return new Planned.Refused(agent.name() + " is not installed: no `" + agent.program()
                        + "` in the server's PATH. Install it with " + agent.install());
            }
            List<String> command =
                    new ArrayList<>(List.of(installed.get().file().toString()));
            command.addAll(agent.arguments());
            return new Planned.Ready(new LaunchPlan(
                    command,
                    environment,
                    installed.get().needs(),
                    files,
                    AcpMessages.initialize(),
                    LaunchPlan.Input.KEPT_OPEN,
                    Optional.empty(),
                    agent.signIn()));
        } catch (IOException unreadable) {
            return new Planned.Refused(agent.name() + "'s program folder cannot be read (" + unreadable.getMessage()
                    + "): let the server's user read it, or install it again with " + agent.install());
        }
    }

    @Override
    public OutputDecoder decoder(TurnRequest request) {
        return new AcpDecoder(agent, request);
    }
}
