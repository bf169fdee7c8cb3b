package dev.mausbot.home.boot;

/**
 * Other programs' words, made fit to be shown in one line of ours: nothing in it steers a terminal, turns the reading order,
 * ends a log's line or cannot be seen. It is still those programs' words.
 */
public final class ShownText {
    private static final int REPLACEMENT = 0xFFFD;

    private ShownText() {}

    /**
     * One line of it.
     *
     * @param longest in code points; what is longer is cut and ends with an ellipsis
     */
    public static String line(String text, int longest) {
        int[] shown = text.codePoints().map(ShownText::shown).toArray();
        String line = new String(shown, 0, shown.length).strip().replaceAll(" +", " ");
        int[] start = line.codePoints().limit(longest + 1L).toArray();
        return start.length <= longest ? line : new String(start, 0, longest) + "…";
    }

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
