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

    /** Keeps a line, and shows it as what the program printed. */
    TurnEvent shown(String line) {
        add(line);
        return new TurnEvent.Output(TurnEvent.Stream.ERR, Texts.cut(line, Texts.EVENT));
    }

    /** Why a turn failed whose process ended before its turn was over. */
    TurnEvent.Finished endedEarly(String program, int exitCode) {
        String last = text();
        String why = program + " ended before its turn was over: " + ExitCodes.words(exitCode)
                + (last.isEmpty() ? ", nothing on standard error" : "\n" + last);
        return new TurnEvent.Finished(false, Texts.cut(why, Texts.MESSAGE));
    }

    /** The lines, or nothing if there were none. */
    String text() {
        return String.join("\n", lines);
    }
}
