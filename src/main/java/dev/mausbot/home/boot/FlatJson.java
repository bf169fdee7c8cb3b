package dev.mausbot.home.boot;

import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One JSON object (RFC 8259) whose members are all texts; what is written is ASCII. Reading is strict: nothing before or
 * after the object, no name twice, no other kind of value. Of our own because the supervisor loads no library.
 */
final class FlatJson {
    private static final String ESCAPED = "\"\\/bfnrt";
    private static final String MEANT = "\"\\/\b\f\n\r\t";
    private static final int FOUR_DIGITS = 4;

    private final String text;
    private int at;

    private FlatJson(String text) {
        this.text = text;
    }

    static String write(Map<String, String> members) {
        StringBuilder out = new StringBuilder("{");
        new TreeMap<>(members).forEach((name, value) -> {
            out.append(out.length() > 1 ? "," : "");
            write(out, name);
            out.append(':');
            write(out, value);
        });
        return out.append('}').toString();
    }

    private static void write(StringBuilder out, String value) {
        out.append('"');
        for (int each = 0; each < value.length(); each++) {
            char unit = value.charAt(each);
            if (unit == '"' || unit == '\\') {
                out.append('\\').append(unit);
            } else if (unit >= ' ' && unit <= '~') {
                out.append(unit);
            } else {
                out.append("\\u").append(HexFormat.of().toHexDigits(unit));
            }
        }
        out.append('"');
    }

    /** The members; empty if it is anything else than one such object. */
    static Optional<Map<String, String>> read(String text) {
        try {
            return Optional.of(new FlatJson(text).object());
        } catch (Malformed _) {
            return Optional.empty(); // the caller says what was expected; what was found may be a secret
        }
    }

    private static final class Malformed extends Exception {
        private static final long serialVersionUID = 1;
    }

    private Map<String, String> object() throws Malformed {
        Map<String, String> members = new TreeMap<>();
        expect('{');
        if (!comes('}')) {
            do {
                String name = string();
                expect(':');
                if (members.putIfAbsent(name, string()) != null) {
                    throw new Malformed();
                }
            } while (comes(','));
            expect('}');
        }
        skipSpace();
        if (at != text.length()) {
            throw new Malformed();
        }
        return members;
    }

    private String string() throws Malformed {
        expect('"');
        StringBuilder read = new StringBuilder();
        for (char unit = next(); unit != '"'; unit = next()) {
            if (unit < ' ') {
                throw new Malformed();
            }
            read.append(unit == '\\' ? escaped() : unit);
        }
        return read.toString();
    }

    private char escaped() throws Malformed {
        char kind = next();
        if (kind != 'u') {
            int known = ESCAPED.indexOf(kind);
            if (known < 0) {
                throw new Malformed();
            }
            return MEANT.charAt(known);
        }
        int unit = 0;
        for (int digit = 0; digit < FOUR_DIGITS; digit++) {
            char hex = next();
            if (!HexFormat.isHexDigit(hex)) {
                throw new Malformed();
            }
            unit = unit << 4 | HexFormat.fromHexDigit(hex);
        }
        return (char) unit;
    }

    private char next() throws Malformed {
        if (at == text.length()) {
            throw new Malformed();
        }
        return text.charAt(at++);
    }

    private void expect(char wanted) throws Malformed {
        if (!comes(wanted)) {
            throw new Malformed();
        }
    }

    private boolean comes(char wanted) {
        skipSpace();
        boolean here = at < text.length() && text.charAt(at) == wanted;
        at += here ? 1 : 0;
        return here;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }
}
