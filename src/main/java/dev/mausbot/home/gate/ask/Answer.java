package dev.mausbot.home.gate.ask;

/** What became of a question. */
public sealed interface Answer {
    /** The tool may be used. */
    record Allowed() implements Answer {}

    /** It may not, or nobody answered; the message goes to the asker. */
    record Denied(String message) implements Answer {}

    /** The owner's words. */
    record Said(String text) implements Answer {}

    /** It was taken back, or its turn is over; the message says which, should the asker still listen. */
    record Withdrawn(String message) implements Answer {}
}
