package dev.mausbot.home.approval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.mausbot.home.gate.ask.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * A use of a tool as the rules look at it.
 *
 * @param tool the tool's name
 * @param shell whether the tool runs what a shell's text says, as far as can be told
 * @param command that text, if it is one text
 * @param files the files that it is about, as far as it names them
 * @param deletes whether it says that it deletes one of them
 * @param whole all of it, as text
 */
record ToolUse(
        String tool, boolean shell, Optional<String> command, List<String> files, boolean deletes, String whole) {
    /** Of Claude Code, the kind of the Agent Client Protocol, and ours for what Codex asks. */
    private static final Set<String> SHELLS =
            Set.of("Bash", "BashOutput", "KillShell", "PowerShell", "execute", "shell");

    private static final List<String> COMMANDS = List.of("command", "cmd", "script", "code");
    private static final List<String> FILES = List.of("file_path", "notebook_path");
    /** The files of a patch are looked at one by one; of a larger one nothing is plainly harmless. */
    private static final int CHANGES = 256;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** What a question is about. */
    static ToolUse of(Question.Permission question) {
        JsonNode said = read(question.input());
        // The Agent Client Protocol holds the tool's own parameters one level below.
        JsonNode input = said.path("rawInput").isObject() ? said.path("rawInput") : said;
        boolean named = COMMANDS.stream().anyMatch(input::has);
        return new ToolUse(
                question.tool(),
                named || SHELLS.contains(question.tool()),
                input.path("command").isTextual()
                        ? Optional.of(input.path("command").textValue())
                        : Optional.empty(),
                files(input),
                deletes(input.path("changes")),
                question.input());
    }

    private static List<String> files(JsonNode input) {
        Optional<String> one = FILES.stream()
                .map(input::path)
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .findFirst();
        JsonNode changes = input.path("changes");
        if (one.isPresent() || !changes.isArray() || changes.size() > CHANGES) {
            return one.stream().toList();
        }
        List<String> files = new ArrayList<>();
        for (JsonNode change : changes) {
            // One that is not named stays an empty name, which is in no folder.
            files.add(change.path("path").asText(""));
            JsonNode movedTo = change.path("kind").path("move_path");
            if (!movedTo.isMissingNode() && !movedTo.isNull()) {
                files.add(movedTo.asText(""));
            }
        }
        return files;
    }

    private static boolean deletes(JsonNode changes) {
        return changes.isArray()
                && StreamSupport.stream(changes.spliterator(), false)
                        .anyMatch(change ->
                                change.path("kind").path("type").asText("").equals("delete"));
    }

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException notJson) {
            return MissingNode.getInstance();
        }
    }

    /** A line about it, for a log. */
    String about() {
        return command.orElse(whole);
    }
}
