package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.JsonLines.count;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mausbot.home.engine.TurnEvent.Usage;
import java.util.List;

/** What a turn used, of what Codex tells of its whole thread: a thread that goes on is told of before its new turn begins. */
final class CodexUsage {
    private Usage before = new Usage(0, 0);
    private Usage last = before;
    private boolean told;

    /**
     * Takes what is told.
     *
     * @param ofThread whether it is about this turn's thread
     * @param ofTurn whether it is about this turn
     */
    void told(JsonNode params, boolean ofThread, boolean ofTurn) {
        JsonNode total = params.path("tokenUsage").path("total");
        Usage usage = new Usage(count(total, "inputTokens"), count(total, "outputTokens"));
        if (ofTurn) {
            told = true;
            last = usage;
        } else if (ofThread && !told) {
            before = usage;
        }
    }

    /** What the turn used; nothing if nothing was told of it. */
    List<TurnEvent> ofTurn() {
        return told
                ? List.of(new Usage(
                        Math.max(0, last.inputTokens() - before.inputTokens()),
                        Math.max(0, last.outputTokens() - before.outputTokens())))
                : List.of();
    }
}
