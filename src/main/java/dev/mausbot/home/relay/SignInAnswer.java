package dev.mausbot.home.relay;

/** What became of a sign-in's callback. */
public sealed interface SignInAnswer {
    /**
     * The program in the box has taken it.
     *
     * @param status of its HTTP answer, 200 to 599
     * @param text what its page says, in one short line of printable characters; still a boxed program's words
     */
    record Answered(int status, String text) implements SignInAnswer {}

    /** This turn has no relay: it is over, or its engine signs in some other way. */
    record NoRelay() implements SignInAnswer {}

    /** The box has not dialled, so nothing was sent; it may in a moment. */
    record NothingWaits() implements SignInAnswer {}

    /** Nothing in the box listens on that port, so nothing was sent. */
    record NothingListens(int port) implements SignInAnswer {}

    /** There was no whole answer in time. The program may have taken the callback. */
    record TooLate() implements SignInAnswer {}

    /** What came was no HTTP answer, or the connection ended before one. The program may have taken the callback. */
    record Garbled() implements SignInAnswer {}
}
