package dev.mausbot.home.box;

/** What became of a request to start a box. */
public sealed interface Started {
    /** It runs; whoever got it ends it. */
    record Running(Box box) implements Started {}

    /** Nothing was started and nothing is left behind; the reason says what is wrong and what to do about it. */
    record Refused(String reason) implements Started {}
}
