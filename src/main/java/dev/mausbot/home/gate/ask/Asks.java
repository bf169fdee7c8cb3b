package dev.mausbot.home.gate.ask;

import dev.mausbot.home.gate.Caller;

/** Who takes questions to the owner. It bounds how many wait for each turn, and decides what need not be asked. */
@FunctionalInterface
public interface Asks {
    /**
     * Asks.
     *
     * @param caller who asks, known from its socket
     */
    Asked ask(Caller caller, Question question);

    /** Where there is no owner to ask: everything is denied. */
    static Asks nobody() {
        return (caller, question) -> Asked.answered(new Answer.Denied("Nobody is there to be asked."));
    }
}
