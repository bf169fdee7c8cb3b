package dev.mausbot.home.audit;

/** Knows by which session the owner asked for what is being done now. */
@FunctionalInterface
public interface Signatory {
    /**
     * The owner, with the session of the request that this thread answers.
     *
     * @throws IllegalStateException outside of a request that came in by a session
     */
    Decider owner();
}
