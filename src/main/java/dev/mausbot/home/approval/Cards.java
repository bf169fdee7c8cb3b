package dev.mausbot.home.approval;

import dev.mausbot.home.audit.Decider;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.ask.Answer;
import dev.mausbot.home.gate.ask.Asked;
import dev.mausbot.home.gate.ask.Asks;
import dev.mausbot.home.gate.ask.Question;
import dev.mausbot.home.turn.RunningTurn;
import dev.mausbot.home.turn.RunningTurns;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jboss.logging.Logger;

/**
 * Takes the questions of running turns to the owner. What the rules do not decide becomes a card, and a card is closed
 * exactly once: by the owner, by time, by the end of its turn, by its asker, or by the next start of the server. Whatever goes
 * wrong, the answer is no.
 */
@Singleton
public final class Cards implements Asks {
    private static final Logger LOG = Logger.getLogger(Cards.class);

    private final CardStore store;
    private final RunningTurns running;
    private final CardNews news;
    private final CardLimits limits;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("card-expiry").factory());

    // Guards the two below, and is held while a card is stored and told of: events come in the order of what they tell.
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, TurnQuestions> byTurn = new HashMap<>();
    private final Map<String, OpenCard> open = new HashMap<>();

    @Inject
    Cards(CardStore store, RunningTurns running, CardNews news, CardLimits limits) {
        this.store = store;
        this.running = running;
        this.news = news;
        this.limits = limits;
        running.whenOver(this::over);
    }

    /** What became of an owner's answer. */
    enum Outcome {
        DONE,
        /** There is no such card. */
        NONE,
        /** It was closed before. */
        CLOSED
    }

    /** An event of a card that the last server left open, for the transcript of its turn. */
    public record Dismissed(String turn, String type, String data) {}

    @Override
    public Asked ask(Caller caller, Question question) {
        String card = UUID.randomUUID().toString();
        lock.lock();
        try {
            Optional<RunningTurn> turn = running.find(caller);
            if (turn.isEmpty()) {
                return refused(caller, card, question, "turn-over", "The turn is over, so nothing can be asked in it.");
            }
            TurnQuestions asked = byTurn.computeIfAbsent(caller.turn(), id -> new TurnQuestions(limits));
            return switch (asked.admit(question.id())) {
                case ADMITTED -> admitted(caller, turn.get(), card, question, asked);
                case LAST_STRAW ->
                    refused(caller, card, question, "too-many", "This turn has asked too often and may ask no more.");
                // Told of once; a log that every question fills is one that nobody can read.
                case TOO_MANY ->
                    Asked.answered(new Answer.Denied("This turn has asked too often and may ask no more."));
                case DUPLICATE ->
                    refused(caller, card, question, "duplicate-id", "A question of this id was asked before.");
            };
        } catch (RuntimeException broken) {
            LOG.errorf(broken, "a question of turn %s could not be taken to the owner", caller.turn());
            return Asked.answered(new Answer.Denied("The home could not take the question; its log says why."));
        } finally {
            lock.unlock();
        }
    }

    private Asked admitted(Caller caller, RunningTurn turn, String card, Question question, TurnQuestions asked) {
        Optional<ToolUse> use = question instanceof Question.Permission permission
                ? Optional.of(ToolUse.of(permission))
                : Optional.empty();
        Optional<String> rule =
                use.flatMap(it -> new Rules(key -> store.granted(turn.conversation(), key)).allowing(turn, it));
        if (rule.isPresent()) {
            news.decided(caller, card, question, "allowed", Decider.rule(rule.get()));
            return Asked.answered(new Answer.Allowed());
        }
        if (asked.open() >= limits.open()) {
            return refused(
                    caller,
                    card,
                    question,
                    "too-many-open",
                    limits.open() + " questions of this turn wait already. Ask again when they are answered.");
        }
        CardStore.Changed opened = store.open(card, turn, draft(question, use), limits.patience());
        OpenCard it = new OpenCard(
                caller, turn, card, question, () -> close(card, CardState.CANCELLED, "It was taken back.", "asker"));
        open.put(card, it);
        asked.opened();
        news.opened(caller, turn, opened, question);
        ScheduledFuture<?> _ =
                clock.schedule(() -> expire(card), limits.patience().toMillis(), TimeUnit.MILLISECONDS);
        return it;
    }

    private static CardStore.Draft draft(Question question, Optional<ToolUse> use) {
        return switch (question) {
            case Question.Permission(String id, String tool, String input, String of) ->
                new CardStore.Draft(
                        Card.Kind.PERMISSION,
                        tool,
                        input,
                        List.of(),
                        use.filter(it -> !Rules.guarded(it)).flatMap(GrantKey::of));
            case Question.Choice(String id, String text, List<String> choices) ->
                new CardStore.Draft(Card.Kind.QUESTION, "", text, choices, Optional.empty());
        };
    }

    private Asked refused(Caller caller, String card, Question question, String rule, String message) {
        news.decided(caller, card, question, "denied", Decider.rule(rule));
        return Asked.answered(new Answer.Denied(message));
    }

    /** The owner's word: {@code state} is what the card becomes. */
    Outcome answer(String card, CardState state, String text, Decider owner, boolean grant) {
        return store.find(card).isEmpty() ? Outcome.NONE : close(card, state, text, owner, grant);
    }

    private void expire(String card) {
        close(card, CardState.EXPIRED, "Nobody answered in time.", "time");
    }

    /** Whoever asked has his answer then, stored or not. */
    private void close(String card, CardState state, String text, String by) {
        try {
            Outcome _ = close(card, state, text, Decider.rule(by), /* grant= */ false);
        } catch (RuntimeException broken) {
            LOG.errorf(broken, "the end of card %s could not be stored, which is tried again", card);
            taken(card).ifPresent(it -> {
                it.complete(new Answer.Denied(text));
                later(() -> storeEnd(it, card, state, text, Decider.rule(by)));
            });
        }
    }

    private Outcome close(String card, CardState state, String text, Decider by, boolean grant) {
        OpenCard it;
        lock.lock();
        try {
            if (!open.containsKey(card)) {
                return Outcome.CLOSED;
            }
            Optional<CardStore.Changed> closed = store.close(card, state, text, by.name(), grant);
            it = taken(card).orElseThrow();
            closed.ifPresent(changed -> tell(it, changed, by));
        } finally {
            lock.unlock();
        }
        it.complete(answer(it.question(), state, text));
        return Outcome.DONE;
    }

    /** No longer open here, and no longer counted. */
    private Optional<OpenCard> taken(String card) {
        lock.lock();
        try {
            Optional<OpenCard> it = Optional.ofNullable(open.remove(card));
            it.flatMap(taken -> Optional.ofNullable(byTurn.get(taken.turn().id())))
                    .ifPresent(TurnQuestions::closed);
            return it;
        } finally {
            lock.unlock();
        }
    }

    /** It is decided and stored; one who cannot be told of it must not keep the asker waiting. */
    private void tell(OpenCard it, CardStore.Changed changed, Decider by) {
        try {
            news.closed(it.caller(), it.turn(), changed, it.question(), by);
        } catch (RuntimeException untold) {
            LOG.errorf(untold, "not everybody could be told of the end of %s", it);
        }
    }

    private void storeEnd(OpenCard it, String card, CardState state, String text, Decider by) {
        lock.lock();
        try {
            store.close(card, state, text, by.name(), /* grant= */ false).ifPresent(changed -> tell(it, changed, by));
        } catch (RuntimeException still) {
            LOG.errorf(still, "the end of card %s still cannot be stored", card);
            later(() -> storeEnd(it, card, state, text, by));
        } finally {
            lock.unlock();
        }
    }

    private void later(Runnable work) {
        try {
            ScheduledFuture<?> _ = clock.schedule(work, limits.again().toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopping) {
            LOG.debug("the next start closes what is open then", stopping);
        }
    }

    private static Answer answer(Question question, CardState state, String text) {
        return switch (state) {
            case ALLOWED -> new Answer.Allowed();
            case ANSWERED -> new Answer.Said(text);
            case DENIED -> new Answer.Denied(text.isBlank() ? "The owner said no." : "The owner said no: " + text);
            case EXPIRED ->
                question instanceof Question.Choice
                        ? new Answer.Said("Nobody answered in time. Use your own judgement.")
                        : new Answer.Denied("Nobody answered in time, so the answer is no.");
            case CANCELLED, DISMISSED, OPEN -> new Answer.Withdrawn(text);
        };
    }

    private void over(RunningTurn turn, String why) {
        List<String> left = new ArrayList<>();
        lock.lock();
        try {
            byTurn.remove(turn.id());
            open.forEach((card, it) -> {
                if (it.turn().id().equals(turn.id())) {
                    left.add(card);
                }
            });
        } finally {
            lock.unlock();
        }
        left.forEach(card -> close(card, CardState.CANCELLED, why, "turn-over"));
    }

    /** To be called once, before anything is asked: what the last server left open is closed. */
    public List<Dismissed> dismissAll() {
        List<Dismissed> dismissed = new ArrayList<>();
        for (Card card : store.allOpen()) {
            store.close(
                            card.id(),
                            CardState.DISMISSED,
                            "The server was restarted while this was open, and its turn is over.",
                            "restart",
                            /* grant= */ false)
                    .ifPresent(changed -> dismissed.add(news.dismissed(changed)));
        }
        return dismissed;
    }

    @PreDestroy
    void close() {
        clock.shutdownNow();
    }
}
