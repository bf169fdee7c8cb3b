package dev.mausbot.home.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** The last few lines of a program's standard error, for the sentence about why it failed. */
final class ErrorTail {
    private static final int LINES = 10;
    private static final int LINE = 400;

    /** An engine that cannot connect tells the address, and in a box a token of ours stands in that. */
    private static final Pattern TOKEN = Pattern.compile("omb_(t0|cap)_[A-Za-z0-9_-]+");

    private final Deque<String> lines = new ArrayDeque<>();

    void add(String line) {
        if (line.isBlank()) {
            return;
        }
        if (lines.size() == LINES) {
            lines.removeFirst();
        }
        lines.addLast(Texts.cut(withoutTokens(line), LINE));
    }

    /** Keeps a line, and shows it as what the program printed. */
    TurnEvent shown(String line) {
        add(line);
        return new TurnEvent.Output(TurnEvent.Stream.ERR, Texts.cut(withoutTokens(line), Texts.EVENT));
    }

    private static String withoutTokens(String line) {
        return TOKEN.matcher(line).replaceAll("omb_$1_…");
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
