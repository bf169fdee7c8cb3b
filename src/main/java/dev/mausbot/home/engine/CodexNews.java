package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.JsonLines.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mausbot.home.engine.TurnEvent.Status;
import java.util.List;

/** What {@code codex app-server} tells besides a turn's items, as a line for whoever watches. */
final class CodexNews {
    private static final int STEPS = 64;

    private CodexNews() {}

    /** What a notification of the turn means. */
    static List<TurnEvent> of(String method, JsonNode params) {
        return switch (method) {
            // One that it does not try again comes once more with the turn's end.
            case "error" -> params.path("willRetry").asBoolean(false) ? status(why(params.path("error"))) : List.of();
            case "turn/plan/updated" -> plan(params.path("plan"));
            case "model/rerouted" ->
                status("another model answers: " + text(params, "toModel") + " instead of "
                        + text(params, "fromModel"));
            // It asks before it starts a program and not before it types into one.
            case "item/commandExecution/terminalInteraction" ->
                status("types into the program that runs: " + text(params, "stdin"));
            default -> List.of();
        };
    }

    static List<TurnEvent> status(String message) {
        return message.isBlank() ? List.of() : List.of(new Status(Texts.cut(message, Texts.MESSAGE)));
    }

    /** An error in words. */
    static String why(JsonNode error) {
        String message = text(error, "message");
        String details = text(error, "additionalDetails");
        String said = details.isBlank() ? message : message + " (" + details + ")";
        return said.isBlank() ? "Codex reports a failure" : Texts.cut(said, Texts.MESSAGE);
    }

    private static List<TurnEvent> plan(JsonNode steps) {
        StringBuilder plan = new StringBuilder("plan:");
        for (int i = 0; i < Math.min(steps.size(), STEPS); i++) {
            String mark = switch (text(steps.path(i), "status")) {
                case "completed" -> "[x] ";
                case "inProgress" -> "[>] ";
                default -> "[ ] ";
            };
            plan.append('\n').append(mark).append(Texts.cut(text(steps.path(i), "step"), Texts.NAME));
        }
        return steps.isEmpty() ? List.of() : List.of(new Status(plan.toString()));
    }
}
