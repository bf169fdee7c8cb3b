package dev.mausbot.home.engine;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.box.LaunchPlan.PlannedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The settings file that has Claude Code tell the home of every tool call, before it and after
 * (https://code.claude.com/docs/en/hooks). It comes from outside the box and is read-only in it; what a bot puts into its own
 * settings cannot take these hooks away.
 */
final class ClaudeHooks {
    private static final String NAME = "claude-settings.json";
    private static final List<String> EVENTS = List.of("PreToolUse", "PostToolUse");
    /** The program itself gives up earlier. */
    private static final int TIMEOUT_SECONDS = 5;

    /** Where Claude Code finds it. */
    static final String PATH = LaunchPlan.FILES.resolve(NAME).toString();

    private ClaudeHooks() {}

    static PlannedFile file(List<String> hook) {
        ObjectNode settings = JsonNodeFactory.instance.objectNode();
        ObjectNode hooks = settings.putObject("hooks");
        for (String event : EVENTS) {
            ObjectNode entry = hooks.putArray(event).addObject().put("matcher", "*");
            entry.putArray("hooks")
                    .addObject()
                    .put("type", "command")
                    .put("command", shell(hook, event))
                    .put("timeout", TIMEOUT_SECONDS);
        }
        return new PlannedFile(NAME, settings.toString());
    }

    /** A shell's words for a command. */
    private static String shell(List<String> hook, String event) {
        List<String> words = new ArrayList<>(hook);
        words.add(event);
        words.add(LaunchPlan.HOOK_TOKENS);
        return words.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }
}
