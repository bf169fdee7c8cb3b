package dev.mausbot.home.engine;

import java.util.Objects;

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

    /** The reply for each outcome. */
    public record Replies(String allowed, String denied, String cancelled) {}
}
