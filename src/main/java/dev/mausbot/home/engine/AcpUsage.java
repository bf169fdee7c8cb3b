package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.JsonLines.count;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mausbot.home.engine.TurnEvent.Usage;
import java.util.Optional;

/**
 * What a turn took, in tokens. The protocol's own place for it is the prompt's result ({@code usage}, of which OpenCode
 * makes use). Gemini CLI says it there as an extension ({@code _meta.quota}), Qwen Code after each call of its model.
 */
final class AcpUsage {
    private Optional<Usage> heard = Optional.empty();

    /** Reads what an agent tells in between. */
    void heard(JsonNode update) {
        JsonNode told = update.path("_meta").path("usage");
        if (told.isObject()) {
            Usage before = heard.orElse(new Usage(0, 0));
            heard = Optional.of(new Usage(
                    before.inputTokens() + count(told, "inputTokens"),
                    before.outputTokens() + count(told, "outputTokens")));
        }
    }

    /** The turn's, if the agent says it anywhere. */
    Optional<Usage> inAll(JsonNode result) {
        JsonNode told = result.path("usage");
        if (told.isObject()) {
            return Optional.of(new Usage(count(told, "inputTokens"), count(told, "outputTokens")));
        }
        JsonNode quota = result.path("_meta").path("quota").path("token_count");
        return quota.isObject()
                ? Optional.of(new Usage(count(quota, "input_tokens"), count(quota, "output_tokens")))
                : heard;
    }
}
