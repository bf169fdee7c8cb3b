package dev.mausbot.home.engine;

import dev.mausbot.home.box.LaunchPlan;
import java.time.Duration;
import java.util.Optional;

/** How long an agent may be silent before it has the prompt. From then on a model thinks, and there is no telling. */
final class AcpPatience {
    /** For an answer that needs no model: the slowest agent that was tried takes 3 s on a quiet machine. */
    private static final Duration TO_ANSWER = Duration.ofMinutes(1);

    /** For a session, whose MCP servers are connected first. */
    private static final Duration TO_BEGIN = Duration.ofMinutes(2);
    /** For a session for which the owner may have to sign in first. */
    private static final Duration TO_SIGN_IN = Duration.ofMinutes(15);

    private AcpPatience() {}

    /** How long it may be silent while this request of ours waits for its answer. */
    static Optional<Duration> with(AcpAgent agent, int awaited) {
        return switch (awaited) {
            case AcpMessages.PROMPT -> Optional.empty();
            case AcpMessages.SESSION ->
                Optional.of(agent.signIn() == LaunchPlan.Callback.LOOPBACK ? TO_SIGN_IN : TO_BEGIN);
            default -> Optional.of(TO_ANSWER);
        };
    }

    /** What is wrong when it was silent for longer, as the rest of a sentence about the agent. */
    static String over(AcpAgent agent, int awaited) {
        String asked = switch (awaited) {
            case AcpMessages.INITIALIZE -> "to initialize";
            case AcpMessages.SESSION -> "for a session";
            default -> "to use its model";
        };
        return "was asked " + asked + " and said nothing for "
                + with(agent, awaited).orElse(Duration.ZERO).toSeconds()
                + " s: try again; if it stays so, install it anew with " + agent.install();
    }
}
