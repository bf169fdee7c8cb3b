package dev.mausbot.home.engine;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** What an engine finds in the settings of its turn. A variable that is set to nothing is not set. */
final class Settings {
    private Settings() {}

    /** Those of the named variables that are set. */
    static Map<String, String> named(Map<String, String> settings, Collection<String> names) {
        Map<String, String> found = new TreeMap<>();
        for (String name : names) {
            String value = settings.getOrDefault(name, "");
            if (!value.isBlank()) {
                found.put(name, value);
            }
        }
        return found;
    }
}
