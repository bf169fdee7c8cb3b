package dev.mausbot.home.engine;

/** One thing that happened in a turn, as its engine told it. All texts are attacker's text. */
public sealed interface TurnEvent {
    /** More of what the engine says; several in a row belong together. */
    record Text(String text) implements TurnEvent {}

    /** More of what the engine thinks aloud. */
    record Thinking(String text) implements TurnEvent {}

    /** The engine calls a tool; {@code input} is JSON. */
    record ToolCall(String id, String name, String input) implements TurnEvent {}

    /** A tool answered the call with the same id. */
    record ToolResult(String id, boolean failed, String output) implements TurnEvent {}

    /** A line that the program printed as it is: the shell engine's output, or an engine's standard error. */
    record Output(Stream stream, String text) implements TurnEvent {}

    /** The engine named its session, to be given back on the conversation's next turn. */
    record Session(String id) implements TurnEvent {}

    /** Something worth a line to whoever watches, such as a retry. */
    record Status(String text) implements TurnEvent {}

    /** An MCP server of the turn with which the engine could not connect when it started. */
    record McpServerFailed(String name) implements TurnEvent {}

    /** What the turn has used so far. */
    record Usage(long inputTokens, long outputTokens) implements TurnEvent {}

    /** A line that is not in the engine's language; bounded. */
    record Junk(String line) implements TurnEvent {}

    /** The turn is over; {@code message} says why if it failed, and may be empty if it did not. */
    record Finished(boolean succeeded, String message) implements TurnEvent {}

    /** Which of a program's two outputs. */
    enum Stream {
        OUT,
        ERR
    }
}
