package dev.mausbot.home.gate.ask;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A question that was asked. */
public interface Asked {
    /** Completes with the answer; never fails. */
    CompletionStage<Answer> answer();

    /** The asker is gone, or wants no answer any more. Nothing happens if there is one already. */
    void withdraw();

    /** One that is answered at once. */
    static Asked answered(Answer answer) {
        return new Asked() {
            @Override
            public CompletionStage<Answer> answer() {
                return CompletableFuture.completedStage(answer);
            }

            @Override
            public void withdraw() {
                // It has its answer.
            }
        };
    }
}
