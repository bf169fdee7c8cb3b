package dev.mausbot.home.audit;

/**
 * Who or what decided.
 *
 * @param name {@code owner}, or the name of a rule
 * @param session by which the owner said so: its id, which opens nothing; empty where a rule decided
 * @param label of that session, in the owner's words
 */
public record Decider(String name, String session, String label) {
    /** A rule, by its name. */
    public static Decider rule(String name) {
        return new Decider(name, "", "");
    }

    /** The owner, by one of the sessions. */
    public static Decider owner(String session, String label) {
        return new Decider("owner", session, label);
    }
}
