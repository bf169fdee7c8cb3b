package dev.mausbot.home.approval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.mausbot.home.gate.ask.Question;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A use of a tool as the rules look at it.
 *
 * @param tool the tool's name
 * @param shell whether the tool runs what a shell's text says, as far as can be told
 * @param command that text, if it is one text
 * @param file the one file that it is about, if it names one
 * @param whole all of it, as text
 */
record ToolUse(String tool, boolean shell, Optional<String> command, Optional<String> file, String whole) {
    /** Of Claude Code, and the kind of the Agent Client Protocol. */
    private static final Set<String> SHELLS = Set.of("Bash", "BashOutput", "KillShell", "PowerShell", "execute");

    private static final List<String> COMMANDS = List.of("command", "cmd", "script", "code");
    private static final List<String> FILES = List.of("file_path", "notebook_path");
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
                FILES.stream()
                        .map(input::path)
                        .filter(JsonNode::isTextual)
                        .map(JsonNode::textValue)
                        .findFirst(),
                question.input());
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
