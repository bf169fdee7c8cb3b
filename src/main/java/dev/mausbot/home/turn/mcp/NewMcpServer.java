package dev.mausbot.home.turn.mcp;

import dev.mausbot.home.turn.BadField;
import dev.mausbot.home.turn.Fields;
import dev.mausbot.home.turn.keys.ConfiguredUrl;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A request to store an MCP server, over one of the same name. It has either a URL, with headers that the broker adds, or a
 * command, with variables, that is run in the box.
 *
 * @param enabled true if it is absent
 * @param bots which bots get it; all if it is absent
 */
public record NewMcpServer(
        Optional<String> url,
        Optional<Map<String, String>> headers,
        Optional<List<String>> command,
        Optional<Map<String, String>> environment,
        Optional<Boolean> enabled,
        Optional<List<String>> bots) {
    private static final int MOST_WORDS = 64;
    private static final int LONGEST_WORD = 4096;
    private static final int MOST_VARIABLES = 32;
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");

    /** What it is, checked. */
    sealed interface Kind {
        /** Reached through the broker. */
        record Remote(ConfiguredUrl url, Map<String, String> headers) implements Kind {}

        /** Run in the box. */
        record Local(List<String> command, Map<String, String> environment) implements Kind {}
    }

    Kind kind() {
        if (url.isPresent() == command.isPresent()) {
            throw new BadField("url", "or field command must be there, and not both");
        }
        if (url.isPresent()) {
            absent("environment", environment);
            return new Kind.Remote(
                    ConfiguredUrl.exact("url", url.get()), SecretHeaders.of("headers", headers.orElse(null)));
        }
        absent("headers", headers);
        return new Kind.Local(words(command.get()), variables(environment.orElse(Map.of())));
    }

    private static void absent(String field, Optional<?> value) {
        if (value.isPresent()) {
            throw new BadField(field, "does not belong to a server of this kind");
        }
    }

    private static List<String> words(List<String> words) {
        if (words.isEmpty() || words.size() > MOST_WORDS) {
            throw new BadField("command", "is not 1 to " + MOST_WORDS + " words");
        }
        words.forEach(word -> Fields.text("command", word, LONGEST_WORD));
        return List.copyOf(words);
    }

    private static Map<String, String> variables(Map<String, String> variables) {
        if (variables.size() > MOST_VARIABLES) {
            throw new BadField("environment", "has more than " + MOST_VARIABLES + " entries");
        }
        variables.forEach((name, value) -> {
            if (!VARIABLE.matcher(name).matches()) {
                throw new BadField("environment", "has a name that is no variable's");
            }
            Fields.text("environment", value, LONGEST_WORD);
        });
        return Map.copyOf(variables);
    }

    @Override
    public String toString() {
        return "NewMcpServer[***]";
    }
}
