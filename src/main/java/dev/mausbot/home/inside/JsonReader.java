package dev.mausbot.home.inside;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads exactly one JSON value, strictly: no name twice in an object, nothing after the value, no more than
 * {@value #DEEPEST} levels. One text has one meaning for whoever reads it.
 */
final class JsonReader {
    static final int DEEPEST = 64;

    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /** The value, or nothing if the text is not exactly one. */
    static Optional<Json> read(String text) {
        JsonReader reader = new JsonReader(text);
        try {
            Json value = reader.value(0);
            reader.space();
            return reader.at == text.length() ? Optional.of(value) : Optional.empty();
        } catch (NotJson bad) {
            return Optional.empty();
        }
    }

    /** The object, or nothing if the text is not exactly one. */
    static Optional<Json.Members> object(String text) {
        return read(text).filter(Json.Members.class::isInstance).map(Json.Members.class::cast);
    }

    /** Thrown and caught in here. */
    private static final class NotJson extends Exception {
        private static final long serialVersionUID = 1;

        NotJson() {
            super("not JSON", null, false, false);
        }
    }

    private Json value(int depth) throws NotJson {
        if (depth > DEEPEST) {
            throw new NotJson();
        }
        space();
        return switch (peek()) {
            case '{' -> members(depth);
            case '[' -> items(depth);
            case '"' -> new Json.Text(string());
            case 't' -> word("true", new Json.Bool(true));
            case 'f' -> word("false", new Json.Bool(false));
            case 'n' -> word("null", new Json.Nothing());
            default -> number();
        };
    }

    private Json members(int depth) throws NotJson {
        Map<String, Json> members = new LinkedHashMap<>();
        at++;
        space();
        if (peek() == '}') {
            at++;
            return new Json.Members(members);
        }
        while (true) {
            space();
            String name = string();
            space();
            take(':');
            if (members.put(name, value(depth + 1)) != null) {
                throw new NotJson();
            }
            space();
            if (peek() == '}') {
                at++;
                return new Json.Members(members);
            }
            take(',');
        }
    }

    private Json items(int depth) throws NotJson {
        List<Json> items = new ArrayList<>();
        at++;
        space();
        if (peek() == ']') {
            at++;
            return new Json.Items(items);
        }
        while (true) {
            items.add(value(depth + 1));
            space();
            if (peek() == ']') {
                at++;
                return new Json.Items(items);
            }
            take(',');
        }
    }

    private String string() throws NotJson {
        take('"');
        StringBuilder value = new StringBuilder();
        while (peek() != '"') {
            char unit = text.charAt(at++);
            if (unit < ' ') {
                throw new NotJson();
            }
            value.append(unit == '\\' ? escaped() : unit);
        }
        at++;
        return value.toString();
    }

    private char escaped() throws NotJson {
        char kind = peek();
        at++;
        return switch (kind) {
            case '"', '\\', '/' -> kind;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unit();
            default -> throw new NotJson();
        };
    }

    private char unit() throws NotJson {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            char digit = peek();
            int value = digit < 128 ? Character.digit(digit, 16) : -1;
            if (value < 0) {
                throw new NotJson();
            }
            unit = unit * 16 + value;
            at++;
        }
        return (char) unit;
    }

    private Json word(String word, Json value) throws NotJson {
        if (!text.startsWith(word, at)) {
            throw new NotJson();
        }
        at += word.length();
        return value;
    }

    private Json number() throws NotJson {
        Matcher number = NUMBER.matcher(text).region(at, text.length());
        if (!number.lookingAt()) {
            throw new NotJson();
        }
        at = number.end();
        return new Json.Figure(number.group());
    }

    private void take(char wanted) throws NotJson {
        if (peek() != wanted) {
            throw new NotJson();
        }
        at++;
    }

    private char peek() throws NotJson {
        if (at >= text.length()) {
            throw new NotJson();
        }
        return text.charAt(at);
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }
}
