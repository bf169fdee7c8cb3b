package dev.mausbot.home.doctor;

import static java.util.Objects.requireNonNull;

/**
 * What was found about one thing.
 *
 * @param about what was looked at: {@code bwrap}, {@code user namespaces} …
 * @param fix the command, or the words, that mend it; empty where nothing has to be mended
 */
record Finding(String about, Severity severity, String says, String fix) {
    /** How bad it is. */
    enum Severity {
        /** As it should be. */
        OK,
        /** Boxes run; something is worth knowing. */
        NOTE,
        /** No box runs, or none should. */
        BLOCKS
    }

    Finding {
        requireNonNull(about, "about");
        requireNonNull(severity, "severity");
        requireNonNull(says, "says");
        requireNonNull(fix, "fix");
    }

    static Finding ok(String about, String says) {
        return new Finding(about, Severity.OK, says, "");
    }

    static Finding note(String about, String says, String fix) {
        return new Finding(about, Severity.NOTE, says, fix);
    }

    static Finding blocks(String about, String says, String fix) {
        return new Finding(about, Severity.BLOCKS, says, fix);
    }
}
