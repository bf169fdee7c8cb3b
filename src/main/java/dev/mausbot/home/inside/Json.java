package dev.mausbot.home.inside;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON value (RFC 8259). What programs in a box exchange is small and has few forms, and a library would cost each of
 * them more time to load than they work.
 */
sealed interface Json {
    /** A string. */
    record Text(String value) implements Json {}

    /** A number as it was written: what is only passed on must not lose a digit. */
    record Figure(String literal) implements Json {}

    /** {@code true} or {@code false}. */
    record Bool(boolean value) implements Json {}

    /** {@code null}. */
    record Nothing() implements Json {}

    /** An array. */
    record Items(List<Json> values) implements Json {
        public Items {
            values = List.copyOf(values);
        }
    }

    /** An object; its members keep their order. */
    record Members(Map<String, Json> values) implements Json {
        public Members {
            values = new LinkedHashMap<>(values);
        }

        /** A member, if it is there. */
        Optional<Json> get(String name) {
            return Optional.ofNullable(values.get(name));
        }

        /** A member's text; empty if it is absent or is no text. */
        String text(String name) {
            return values.get(name) instanceof Text(String value) ? value : "";
        }

        /** A member that is an object; an empty one if it is absent or is none. */
        Members object(String name) {
            return values.get(name) instanceof Members found ? found : new Members(Map.of());
        }

        /** The texts of a member that is an array; what else is in it is left out. */
        List<String> texts(String name) {
            List<String> found = new ArrayList<>();
            if (values.get(name) instanceof Items(List<Json> items)) {
                for (Json item : items) {
                    if (item instanceof Text(String value)) {
                        found.add(value);
                    }
                }
            }
            return found;
        }
    }

    /** An object of names and values in turn; a value is a {@link Json} or becomes a text. */
    static Members object(Object... namesAndValues) {
        Map<String, Json> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Object value = namesAndValues[i + 1];
            members.put(String.valueOf(namesAndValues[i]), value instanceof Json json ? json : new Text("" + value));
        }
        return new Members(members);
    }

    /** The value as JSON on one line. */
    default String written() {
        StringBuilder to = new StringBuilder();
        write(to);
        return to.toString();
    }

    private void write(StringBuilder to) {
        switch (this) {
            case Text(String value) -> quote(value, to);
            case Figure(String literal) -> to.append(literal);
            case Bool(boolean value) -> to.append(value);
            case Nothing() -> to.append("null");
            case Items(List<Json> values) -> {
                String comma = "";
                to.append('[');
                for (Json value : values) {
                    to.append(comma);
                    value.write(to);
                    comma = ",";
                }
                to.append(']');
            }
            case Members(Map<String, Json> values) -> {
                String comma = "";
                to.append('{');
                for (Map.Entry<String, Json> member : values.entrySet()) {
                    to.append(comma);
                    quote(member.getKey(), to);
                    to.append(':');
                    member.getValue().write(to);
                    comma = ",";
                }
                to.append('}');
            }
        }
    }

    /** Escapes what RFC 8259 wants escaped, and the lone half of a pair, which is not text in UTF-8. */
    private static void quote(String value, StringBuilder to) {
        to.append('"');
        for (int i = 0; i < value.length(); i++) {
            char unit = value.charAt(i);
            boolean pair = Character.isHighSurrogate(unit)
                    && i + 1 < value.length()
                    && Character.isLowSurrogate(value.charAt(i + 1));
            if (pair) {
                to.append(unit).append(value.charAt(++i));
            } else if (unit == '"' || unit == '\\') {
                to.append('\\').append(unit);
            } else if (unit < ' ' || Character.isSurrogate(unit)) {
                String digits = Integer.toHexString(unit);
                to.append("\\u").append("0".repeat(4 - digits.length())).append(digits);
            } else {
                to.append(unit);
            }
        }
        to.append('"');
    }
}
