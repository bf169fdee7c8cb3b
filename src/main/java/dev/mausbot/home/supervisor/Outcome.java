package dev.mausbot.home.supervisor;

/** What became of one step as root. */
sealed interface Outcome {
    /** It holds now; what was done or found, for the log. */
    record Done(String said) implements Outcome {}

    /** It does not hold, and the machine must not serve: what, why, and what to do. */
    record Refused(String reason) implements Outcome {}
}
