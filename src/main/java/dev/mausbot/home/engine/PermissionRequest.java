package dev.mausbot.home.engine;

import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * An engine asks by its own protocol whether it may use a tool. All texts are attacker's text.
 *
 * @param id the engine's name for the question
 * @param tool the tool, or kind of tool
 * @param input all that the engine says about this use of it, as one JSON object
 * @param use the engine's name for this use
 * @param replies what to write to its standard input, line ends included
 */
public record PermissionRequest(String id, String tool, String input, String use, Replies replies) {
    /** The largest input that can be shown to the owner, in characters. */
    public static final int LONGEST_INPUT = 64 * 1024;

    public PermissionRequest {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(use, "use");
        Objects.requireNonNull(replies, "replies");
    }

    /**
     * The reply for each outcome.
     *
     * @param denial makes the reply to a no of the words for the engine that come with it
     */
    public record Replies(String allowed, UnaryOperator<String> denial, String cancelled) {
        /** The reply to a no, with these words if the protocol has a place for them. */
        public String denied(String words) {
            return denial.apply(words);
        }
    }
}
