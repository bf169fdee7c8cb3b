package dev.mausbot.home.turn;

import dev.mausbot.home.relay.LoopbackUrl;
import dev.mausbot.home.relay.SignInAnswer;
import dev.mausbot.home.relay.SignInRelay;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletionStage;

/** Takes the callback of a sign-in to the engine that waits for it: the one of a conversation's running turn. */
@Singleton
final class SignIns {
    private final Turns turns;
    private final SignInRelay relay;

    SignIns(Turns turns, SignInRelay relay) {
        this.turns = turns;
        this.relay = relay;
    }

    /**
     * What the engine answered.
     *
     * @param status its HTTP status: below 400 it has taken the callback
     * @param text a line of its page; a boxed program's words, to be shown as text
     */
    record Delivered(int status, String text) {}

    /** Sends it, or fails with the problem. */
    CompletionStage<Delivered> send(String conversation, LoopbackUrl url) {
        String turn = turns.runningIn(conversation).orElseThrow(SignIns::nobody);
        return relay.send(turn, url).thenApply(SignIns::delivered);
    }

    private static Delivered delivered(SignInAnswer answer) {
        return switch (answer) {
            case SignInAnswer.Answered(int status, String text) -> new Delivered(status, text);
            case SignInAnswer.NoRelay _ -> throw nobody();
            case SignInAnswer.NothingWaits _ ->
                throw Problem.of(409, "The engine's box is not ready to take a sign-in. Try again in a second.");
            case SignInAnswer.NothingListens(int port) ->
                throw Problem.of(
                        409,
                        "Nothing in the box waits for a sign-in on port " + port
                                + ": it is over, or the address is of another one. Start the sign-in again.");
            case SignInAnswer.TooLate _ ->
                throw Problem.of(504, "The engine gave no answer in time. It may have the sign-in all the same.");
            case SignInAnswer.Garbled _ ->
                throw Problem.of(502, "The engine's answer was none. It may have the sign-in all the same.");
        };
    }

    private static RuntimeException nobody() {
        return Problem.of(404, "No turn runs in this conversation whose engine takes a sign-in this way.");
    }
}
