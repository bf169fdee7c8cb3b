package dev.mausbot.home.web;

/**
 * An engine that a new bot may be given.
 *
 * @param program where its program was found; empty if it was not, or if it needs none
 * @param missing what is in the way of a turn, a sentence; empty if nothing is
 */
public record EngineView(String id, String program, String missing) {
    /** Whether a bot with it could work now. */
    public boolean ready() {
        return missing.isEmpty();
    }
}
