package dev.mausbot.home.engine;

import java.util.ArrayList;
import java.util.List;

/** Bounds for texts that come out of a box. Lengths are in UTF-16 units; a surrogate pair is never torn. */
final class Texts {
    /** The longest text of one event. */
    static final int EVENT = 256 * 1024;
    /** The longest line that is shown because it could not be read. */
    static final int JUNK = 4 * 1024;
    /** The longest message about how a turn ended. */
    static final int MESSAGE = 4 * 1024;
    /** The longest name or id. */
    static final int NAME = 256;

    private Texts() {}

    /** The text in pieces of at most {@link #EVENT}, nothing lost; none for an empty text. */
    static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int end = boundary(text, start, EVENT);
            pieces.add(text.substring(start, end));
            start = end;
        }
        return pieces;
    }

    /** The text, or its beginning and a mark that says how much is missing. */
    static String cut(String text, int max) {
        if (text.length() <= max) {
            return text;
        }
        int end = boundary(text, 0, max);
        return text.substring(0, end) + " …[" + (text.length() - end) + " characters cut]";
    }

    private static int boundary(String text, int start, int max) {
        int end = Math.min(text.length(), start + max);
        boolean torn = end < text.length()
                && end - start > 1
                && Character.isHighSurrogate(text.charAt(end - 1))
                && Character.isLowSurrogate(text.charAt(end));
        return torn ? end - 1 : end;
    }
}
