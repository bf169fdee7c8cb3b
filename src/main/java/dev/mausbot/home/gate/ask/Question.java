package dev.mausbot.home.gate.ask;

import java.util.List;
import java.util.Objects;

/** What somebody in a turn asks its owner. All texts are attacker's text, bounded and fit to be stored. */
public sealed interface Question {
    /** Names it among the questions of its turn; the asker's choice. */
    String id();

    /**
     * May this tool be used, with this?
     *
     * @param tool the tool's name
     * @param input all of its parameters, as one JSON object
     * @param use the engine's own name for this use of it; may be empty
     */
    record Permission(String id, String tool, String input, String use) implements Question {
        public Permission {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(tool, "tool");
            Objects.requireNonNull(input, "input");
            Objects.requireNonNull(use, "use");
        }
    }

    /** A question in words, with the answers that are offered; any other may be given, too. */
    record Choice(String id, String text, List<String> choices) implements Question {
        public Choice {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(text, "text");
            choices = List.copyOf(choices);
        }
    }
}
