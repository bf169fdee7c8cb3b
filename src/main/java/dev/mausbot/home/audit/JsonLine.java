package dev.mausbot.home.audit;

/**
 * One JSON object on one line (RFC 8259), made for texts that an attacker chose: whatever a text holds, the line stays
 * one line, parses everywhere, and cannot steer the terminal or turn the reading order of whoever looks at it.
 */
final class JsonLine {
    /** A longer text is cut here and marked. */
    static final int LONGEST_TEXT = 2048;

    private static final String CUT = "\u2026";
    private static final char REPLACEMENT = '\ufffd';

    private final StringBuilder line = new StringBuilder(256).append('{');

    JsonLine text(String field, String value) {
        name(field);
        line.append('"');
        boolean cut = value.length() > LONGEST_TEXT;
        escape(cut ? value.substring(0, LONGEST_TEXT) : value);
        line.append(cut ? CUT : "").append('"');
        return this;
    }

    JsonLine number(String field, long value) {
        name(field);
        line.append(value);
        return this;
    }

    /** The whole line with its line end; nothing may be added after it. */
    String end() {
        return line.append("}\n").toString();
    }

    private void name(String field) {
        if (line.length() > 1) {
            line.append(',');
        }
        line.append('"').append(field).append("\":");
    }

    private void escape(String value) {
        for (int at = 0; at < value.length(); ) {
            int codePoint = value.codePointAt(at);
            at += Character.charCount(codePoint);
            switch (codePoint) {
                case '"' -> line.append("\\\"");
                case '\\' -> line.append("\\\\");
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> appendShown(codePoint);
            }
        }
    }

    private void appendShown(int codePoint) {
        switch (Character.getType(codePoint)) {
            // A parser may refuse half of a surrogate pair, even when it is escaped.
            case Character.SURROGATE -> line.append(REPLACEMENT);
            // Terminal control, bidirectional overrides, line ends that are none in JSON, what no font shows.
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> {
                for (char unit : Character.toChars(codePoint)) {
                    line.append("\\u").append(hex(unit));
                }
            }
            default -> line.appendCodePoint(codePoint);
        }
    }

    private static String hex(char unit) {
        String digits = Integer.toHexString(unit);
        return "0".repeat(4 - digits.length()) + digits;
    }
}
