package dev.mausbot.home.approval;

import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.ask.Answer;
import dev.mausbot.home.gate.ask.Asked;
import dev.mausbot.home.gate.ask.Question;
import dev.mausbot.home.turn.RunningTurn;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A card that waits, and who waits for it. */
final class OpenCard implements Asked {
    private final Caller caller;
    private final RunningTurn turn;
    private final String id;
    private final Question question;
    private final Runnable withdrawal;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();

    OpenCard(Caller caller, RunningTurn turn, String id, Question question, Runnable withdrawal) {
        this.caller = caller;
        this.turn = turn;
        this.id = id;
        this.question = question;
        this.withdrawal = withdrawal;
    }

    Caller caller() {
        return caller;
    }

    RunningTurn turn() {
        return turn;
    }

    Question question() {
        return question;
    }

    void complete(Answer given) {
        answer.complete(given);
    }

    @Override
    public CompletionStage<Answer> answer() {
        return answer.copy();
    }

    @Override
    public void withdraw() {
        withdrawal.run();
    }

    @Override
    public String toString() {
        return "card " + id;
    }
}
