package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.JsonLines.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * Which model an agent says that it uses. Some acknowledge a change and make none, so what they said last must be the
 * model that was asked for; what an agent never says cannot be checked.
 */
final class AcpModel {
    /** The configuration option of the model; empty if the agent has none. */
    private String option = "";

    private String current = "";

    /** Reads what a new or loaded session says of itself. */
    void offered(JsonNode result) {
        read(result);
    }

    /** Reads what an agent tells in between. */
    void heard(JsonNode update) {
        if (text(update, "sessionUpdate").equals("config_option_update")) {
            read(update);
        }
    }

    /** The message that sets it, by the agent's option if it has one. */
    String set(String session, String wanted) {
        // What it says from here on counts.
        current = "";
        return option.isEmpty()
                ? AcpMessages.setModel(session, wanted)
                : AcpMessages.setOption(session, option, wanted);
    }

    /** Why the agent does not use the model that it was set to, if it does not. */
    Optional<String> mismatch(JsonNode acknowledgement, String wanted) {
        read(acknowledgement);
        if (current.equals(wanted)) {
            return Optional.empty();
        }
        if (current.isEmpty()) {
            return option.isEmpty()
                    ? Optional.empty()
                    : Optional.of("it acknowledged it and does not say which it uses");
        }
        return Optional.of("it acknowledged it and uses " + Texts.cut(current, Texts.NAME));
    }

    private void read(JsonNode from) {
        for (JsonNode candidate : from.path("configOptions")) {
            if (text(candidate, "category").equals("model")
                    || text(candidate, "id").equals("model")) {
                option = text(candidate, "id");
                current = text(candidate, "currentValue");
                return;
            }
        }
        String told = text(from.path("models"), "currentModelId");
        if (!told.isEmpty()) {
            current = told;
        }
    }
}
