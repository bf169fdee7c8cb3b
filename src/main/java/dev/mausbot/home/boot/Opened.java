package dev.mausbot.home.boot;

/** What became of opening something that another process, user or link may stand in the way of. */
public sealed interface Opened<T> {
    /** It is open, and whoever got it closes it. */
    record Ready<T>(T it) implements Opened<T> {}

    /** It is not, and nothing was changed; the reason says what is wrong and what to do about it. */
    record Refused<T>(String reason) implements Opened<T> {}
}
