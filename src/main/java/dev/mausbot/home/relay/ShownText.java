package dev.mausbot.home.relay;

import java.nio.charset.StandardCharsets;

/** Makes one short line that is safe to print out of the bytes of a boxed program's page. */
final class ShownText {
    /** In code points; what is longer is cut and ends with an ellipsis. */
    static final int LONGEST = 500;

    private static final int REPLACEMENT = 0xFFFD;

    private ShownText() {}

    static String of(byte[] page) {
        int[] shown = new String(page, StandardCharsets.UTF_8)
                .codePoints()
                .map(ShownText::shown)
                .toArray();
        String line = new String(shown, 0, shown.length).strip().replaceAll(" +", " ");
        int[] start = line.codePoints().limit(LONGEST + 1L).toArray();
        return start.length <= LONGEST ? line : new String(start, 0, LONGEST) + "…";
    }

    /** Nothing that steers a terminal, turns the reading order, or cannot be seen. */
    private static int shown(int codePoint) {
        if (codePoint == '\n' || codePoint == '\r' || codePoint == '\t') {
            return ' ';
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> REPLACEMENT;
            default -> codePoint;
        };
    }
}
