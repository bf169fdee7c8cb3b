package dev.mausbot.home.turn;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.engine.Engine;
import dev.mausbot.home.engine.Planned;
import dev.mausbot.home.engine.TurnRequest;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.launch.BoxedRun;
import dev.mausbot.home.launch.Launched;
import dev.mausbot.home.launch.McpUpstream;
import dev.mausbot.home.launch.RunEnd;
import dev.mausbot.home.launch.RunRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** One turn from its place in the queue to its end, on a thread of its own. Made for one turn, run once. */
final class TurnRun {
    private static final Logger LOG = Logger.getLogger(TurnRun.class);

    private final Turn turn;
    private final Workshop shop;
    private final Transcript transcript;

    // Guards the three below: an interrupt may come before there is anything to interrupt.
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable BoxedRun run;
    private @Nullable String bot;
    private @Nullable String interruptedBy;

    TurnRun(Turn turn, Workshop shop) {
        this.turn = turn;
        this.shop = shop;
        this.transcript = shop.transcript(turn.id(), /* last= */ 0);
    }

    /** Ends the turn as interrupted unless its engine is done already; returns at once. */
    void interrupt(String reason) {
        lock.lock();
        try {
            if (interruptedBy == null) {
                interruptedBy = reason;
            }
            if (run != null) {
                run.interrupt();
            }
            // What it had asked is not to be answered any more; storing that takes longer than our caller may wait.
            Thread.ofVirtual()
                    .name("turn-" + turn.id() + "-over")
                    .start(() -> shop.oversights().running().over(turn.id(), reason));
        } finally {
            lock.unlock();
        }
    }

    /** What this bot may write to while its turn runs; empty for any other bot. */
    Optional<Transcript> transcriptFor(String caller) {
        lock.lock();
        try {
            return caller.equals(bot) ? Optional.of(transcript) : Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /** Runs it to its end and stores how it ended. */
    void run() {
        Ending ending;
        try {
            ending = work(shop.assignment(turn));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            ending = Ending.interrupted("The server stopped it.");
        } catch (RuntimeException bug) {
            LOG.errorf(bug, "turn %s broke off", turn.id());
            ending = Ending.failed("The server could not go on with it; its log says why.");
        }
        over();
        transcript.end(ending);
    }

    private void over() {
        shop.oversights().running().over(turn.id(), "The turn is over.");
    }

    private Ending work(Assignment assignment) throws InterruptedException {
        Optional<String> impossible = Refusals.before(assignment, shop.limits());
        if (impossible.isPresent()) {
            return Ending.refused(impossible.get());
        }
        Optional<Engine> engine = shop.engines().byId(assignment.bot().engine());
        if (engine.isEmpty()) {
            return Ending.refused(
                    "This home has no engine \"" + assignment.bot().engine() + "\". Set the bot to one that it has.");
        }
        Optional<String> cannotAsk = Oversights.refusal(assignment.bot(), engine.get());
        if (cannotAsk.isPresent()) {
            return Ending.refused(cannotAsk.get());
        }
        return switch (shop.servers().forBot(assignment.bot().id())) {
            case TurnServers.Handed.Refused(String reason) -> Ending.refused(reason);
            case TurnServers.Handed.Ready servers -> plan(assignment, engine.get(), servers);
        };
    }

    private Ending plan(Assignment assignment, Engine engine, TurnServers.Handed.Ready servers)
            throws InterruptedException {
        TurnKeys.Keys keys = shop.keys().current();
        TurnRequest request = assignment.request(
                shop.limits(), keys, servers.servers(), shop.oversights().of(assignment.bot()));
        return switch (engine.plan(request)) {
            case Planned.Refused(String reason) -> Ending.refused(reason);
            case Planned.Ready(LaunchPlan plan) -> {
                Optional<String> closed = keys.refusal(plan);
                yield closed.isPresent()
                        ? Ending.refused(closed.get())
                        : launch(assignment, engine, request, plan, servers.upstreams());
            }
        };
    }

    private Ending launch(
            Assignment assignment, Engine engine, TurnRequest request, LaunchPlan plan, List<McpUpstream> upstreams)
            throws InterruptedException {
        Optional<String> early = interruptedBy();
        if (early.isPresent()) {
            return Ending.interrupted(early.get());
        }
        // Stored before anything is started: after a crash nothing that ran is taken for one that waits.
        shop.store().begin(turn.id());
        String botId = assignment.bot().id();
        Caller caller = Caller.ofTurn(botId, turn.conversation(), turn.id());
        RunRequest wanted = new RunRequest(
                caller,
                plan,
                request.workFolder(),
                assignment.bot().rules(),
                upstreams,
                shop.limits().timeLimit());
        named(botId);
        shop.oversights().running().begin(new RunningTurn(turn, assignment.bot(), request.workFolder(), transcript));
        return switch (shop.launcher().start(wanted)) {
            case Launched.Refused(String reason) -> Ending.refused(reason);
            case Launched.Running(BoxedRun running) -> watch(caller, engine, request, running);
        };
    }

    private Ending watch(Caller caller, Engine engine, TurnRequest request, BoxedRun running)
            throws InterruptedException {
        try (running) {
            transcript.started(running.boxed());
            begun(running);
            OutputPump pump =
                    new OutputPump(turn.id(), running, engine.decoder(request), transcript, heardBy(caller, engine));
            return ending(pump.untilTheEnd());
        }
    }

    private OutputPump.Listener heardBy(Caller caller, Engine engine) {
        return new OutputPump.Listener(
                session -> shop.conversations().remember(turn.conversation(), engine.id(), session),
                server -> shop.servers().failed(caller.bot(), turn.conversation(), server),
                question -> shop.oversights().asks().ask(caller, question),
                this::over);
    }

    private Ending ending(OutputPump.Result result) {
        Optional<String> interrupted = interruptedBy();
        boolean done = result.outcome().map(OutputPump.Outcome::saidByEngine).orElse(false);
        boolean succeeded = result.outcome().map(OutputPump.Outcome::succeeded).orElse(false);
        // An engine that is interrupted its own way says itself that it did not succeed.
        if (interrupted.isPresent() && !(done && succeeded)) {
            return Ending.interrupted(interrupted.get());
        }
        if (result.end().cause() == RunEnd.Cause.TIMED_OUT && !done) {
            return Ending.failed("It ran longer than a turn may ("
                    + shop.limits().timeLimit().toSeconds() + " s) and was ended.");
        }
        return result.outcome()
                .map(told -> new Ending(told.succeeded() ? TurnState.FINISHED : TurnState.FAILED, told.message()))
                .orElseGet(() -> Ending.failed("The engine ended without a result (exit code "
                        + result.end().exitCode() + ")."));
    }

    private void named(String botId) {
        lock.lock();
        try {
            bot = botId;
        } finally {
            lock.unlock();
        }
    }

    private void begun(BoxedRun running) {
        lock.lock();
        try {
            run = running;
            if (interruptedBy != null) {
                running.interrupt();
                over();
            }
        } finally {
            lock.unlock();
        }
    }

    private Optional<String> interruptedBy() {
        lock.lock();
        try {
            return Optional.ofNullable(interruptedBy);
        } finally {
            lock.unlock();
        }
    }
}
