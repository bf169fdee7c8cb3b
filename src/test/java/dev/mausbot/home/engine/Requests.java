package dev.mausbot.home.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turn requests as tests need them. */
final class Requests {
    static final String CONVERSATION = "6f1b2a4e-0000-4000-8000-1234567890ab";

    private Requests() {}

    static TurnRequest first(String message, Path home, Map<String, String> settings) {
        return new TurnRequest(
                message, CONVERSATION, Optional.empty(), Optional.empty(), home, home, settings, List.of());
    }

    static TurnRequest later(String message, String session, Path home, Map<String, String> settings) {
        return new TurnRequest(
                message, CONVERSATION, Optional.of(session), Optional.empty(), home, home, settings, List.of());
    }

    static TurnRequest withModel(String model, Path home, Map<String, String> settings) {
        return new TurnRequest(
                "hello", CONVERSATION, Optional.empty(), Optional.of(model), home, home, settings, List.of());
    }

    static TurnRequest withServers(List<McpServer> servers, Path home, Map<String, String> settings) {
        return new TurnRequest(
                "hello", CONVERSATION, Optional.empty(), Optional.empty(), home, home, settings, servers);
    }

    /** The same, with the owner taking part. */
    static TurnRequest overseen(TurnRequest request, Oversight oversight) {
        return new TurnRequest(
                request.message(),
                request.conversation(),
                request.session(),
                request.model(),
                request.home(),
                request.workFolder(),
                request.settings(),
                request.mcpServers(),
                oversight);
    }

    /** The same in another session and by another model. */
    static TurnRequest as(TurnRequest request, Optional<String> session, Optional<String> model) {
        return new TurnRequest(
                request.message(),
                request.conversation(),
                session,
                model,
                request.home(),
                request.workFolder(),
                request.settings(),
                request.mcpServers());
    }
}
