package dev.mausbot.home.engine;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last few lines of a program's standard error, for the sentence about why it failed. */
final class ErrorTail {
    private static final int LINES = 10;
    private static final int LINE = 400;

    private final Deque<String> lines = new ArrayDeque<>();

    void add(String line) {
        if (line.isBlank()) {
            return;
        }
        if (lines.size() == LINES) {
            lines.removeFirst();
        }
        lines.addLast(Texts.cut(line, LINE));
    }

    /** The lines, or nothing if there were none. */
    String text() {
        return String.join("\n", lines);
    }
}
