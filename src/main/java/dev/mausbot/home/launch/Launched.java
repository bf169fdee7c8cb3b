package dev.mausbot.home.launch;

/** What became of a request to start a run. */
public sealed interface Launched {
    /** It runs. Whoever got it closes it. */
    record Running(BoxedRun run) implements Launched {}

    /** Nothing was started and nothing is left behind; the reason says what is wrong and what to do about it. */
    record Refused(String reason) implements Launched {}
}
