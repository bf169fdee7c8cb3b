package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.Reason;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One box's share of a resolver that all boxes use: so many lookups at once, the rest in line. A lookup counts until the
 * resolver is really done with it, however early the gate stopped waiting, or a box that asks for slow names would keep
 * everyone's from being looked up.
 */
final class FairResolver implements Resolver {
    private final Resolver shared;
    private final int mostRunning;
    private final int mostWaiting;
    private final Object lock = new Object();
    private final Queue<Waiting> line = new ArrayDeque<>();
    private int running;

    private record Waiting(String name, CompletableFuture<Answer> answer) {}

    FairResolver(Resolver shared, int mostRunning, int mostWaiting) {
        this.shared = shared;
        this.mostRunning = mostRunning;
        this.mostWaiting = mostWaiting;
    }

    @Override
    public CompletionStage<Answer> resolve(String name) {
        Waiting next = new Waiting(name, new CompletableFuture<>());
        synchronized (lock) {
            if (running >= mostRunning) {
                if (line.size() >= mostWaiting) {
                    return CompletableFuture.completedStage(new Answer.Failed(Reason.LOOKUP_TIMEOUT));
                }
                line.add(next);
                return next.answer();
            }
            running++;
        }
        run(next);
        return next.answer();
    }

    private void run(Waiting next) {
        shared.resolve(next.name()).whenComplete((answer, broken) -> {
            startNext();
            if (broken == null) {
                next.answer().complete(answer);
            } else {
                next.answer().complete(new Answer.Failed(Reason.LOOKUP_FAILED));
            }
        });
    }

    private void startNext() {
        Waiting next;
        synchronized (lock) {
            next = line.poll();
            if (next == null) {
                running--;
                return;
            }
        }
        run(next);
    }
}
