package dev.mausbot.home.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** OpenCode by the Agent Client Protocol: it streams and can be interrupted its own way, unlike {@code opencode run}. */
final class OpenCodeAcpEngine implements Engine {
    private static final AcpAgent AGENT = new AcpAgent(
            "opencode-acp",
            "OpenCode",
            OpenCodeEngine.PROGRAM,
            List.of("acp"),
            List.of(),
            List.of(),
            List.of(),
            Map.of(),
            "`" + OpenCodeEngine.INSTALL + "`");

    @Override
    public String id() {
        return AGENT.id();
    }

    /** Its MCP servers come with the session, as any such agent's do. */
    @Override
    public Planned plan(TurnRequest request) {
        Optional<String> unfit = OpenCodeConfig.unfit(request);
        return unfit.<Planned>map(Planned.Refused::new)
                .orElseGet(() -> AcpEngine.plan(
                        AGENT, request, OpenCodeConfig.environment(request), OpenCodeConfig.files(request, List.of())));
    }

    @Override
    public OutputDecoder decoder(TurnRequest request) {
        return new AcpDecoder(AGENT, request);
    }
}
