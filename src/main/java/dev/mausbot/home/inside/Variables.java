package dev.mausbot.home.inside;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What is looked for in the environment that the box gave its command. */
final class Variables {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([A-Z_]+)}");
    private static final Pattern ORIGIN = Pattern.compile("^(https?://[^/]*).*");

    private Variables() {}

    static Map<String, Attempt> all() {
        return Map.of(
                "environment", arguments -> environment(System.getenv(), arguments),
                "variable", arguments -> variable(System.getenv(), arguments.get(0), arguments.get(1)));
    }

    /** The text with variables of this process for {@code ${NAME}}. */
    static String filledIn(String text) {
        return PLACEHOLDER.matcher(text).replaceAll(found -> System.getenv().getOrDefault(found.group(1), ""));
    }

    /** The first argument is a value that must not be there, the second the product's own names, the others are refused. */
    static Seen environment(Map<String, String> variables, List<String> arguments) {
        String secret = arguments.get(0);
        Set<String> own = Set.of(arguments.get(1).split(",", -1));
        Set<String> refused = Set.copyOf(arguments.subList(2, arguments.size()));
        Set<String> strange = new TreeSet<>();
        variables.forEach((name, value) -> {
            boolean unknown = (name.startsWith("OMB_") || name.startsWith("OPENMAUSBOT_")) && !own.contains(name);
            if (unknown || refused.contains(name) || value.contains(secret)) {
                strange.add(name);
            }
        });
        return strange.isEmpty()
                ? Seen.holds(variables.size() + " variables, none of the refused")
                : Seen.broken("set: " + String.join(", ", strange));
    }

    /** Neither value is shown: they hold a token. */
    private static Seen variable(Map<String, String> variables, String name, String value) {
        String found = variables.getOrDefault(name, "");
        if (found.equals(value)) {
            return Seen.holds("as it must be");
        }
        return Seen.broken(
                found.isEmpty()
                        ? name + " is not set"
                        : name + " is " + ORIGIN.matcher(found).replaceFirst("$1/…"));
    }
}
