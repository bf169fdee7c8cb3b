package dev.mausbot.home.turn;

import dev.mausbot.home.engine.OutputDecoder;
import dev.mausbot.home.engine.PermissionRequest;
import dev.mausbot.home.engine.TurnEvent;
import dev.mausbot.home.gate.ask.Answer;
import dev.mausbot.home.gate.ask.Asked;
import dev.mausbot.home.gate.ask.Question;
import dev.mausbot.home.launch.BoxedRun;
import dev.mausbot.home.launch.RunEnd;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Carries what a run prints into its transcript: lines to events by the engine's decoder, small events joined, many stored
 * in one transaction. One thread decodes and stores; while it stores, the run waits.
 */
final class OutputPump {
    /** Between an engine's result and its end: what is longer is a process that hangs. */
    private static final long FINISH_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** Between the end of a run and the end of its outputs, which nothing of it can hold open any more. */
    private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How often it looks whether the run has ended, when nothing else happens. */
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /** So much is decoded before it is stored although there is more to read. */
    private static final int BATCH_EVENTS = 64;
    // It becomes an argument of the next turn's command line: never an option, never long.
    private static final Pattern SESSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,199}");
    private static final Logger LOG = Logger.getLogger(OutputPump.class);

    private final String turn;
    private final BoxedRun run;
    private final OutputDecoder decoder;
    private final Transcript transcript;
    private final Listener listener;
    private final Coalescer coalescer = new Coalescer(System::nanoTime);
    private int open = 2;
    private @Nullable Outcome outcome;
    private long heardAt = System.nanoTime();
    private long finishBy = Long.MAX_VALUE;
    private boolean pushed;

    /** What the engine made of it, and whether it said so itself before its process ended. */
    record Outcome(boolean succeeded, String message, boolean saidByEngine) {}

    /**
     * Who else wants to know.
     *
     * @param session gets the engine's session
     * @param failedServer gets the name of an MCP server that did not connect, as the engine says
     * @param asked takes what the engine asks permission for to the owner
     * @param done is told when the engine has said how it ended
     */
    record Listener(
            Consumer<String> session, Consumer<String> failedServer, Function<Question, Asked> asked, Runnable done) {}

    record Result(RunEnd end, Optional<Outcome> outcome) {}

    OutputPump(String turn, BoxedRun run, OutputDecoder decoder, Transcript transcript, Listener listener) {
        this.turn = turn;
        this.run = run;
        this.decoder = decoder;
        this.transcript = transcript;
        this.listener = listener;
    }

    /** Returns when no process of the run is left and all it printed is in the transcript. */
    Result untilTheEnd() throws InterruptedException {
        try (OutputReaders readers = new OutputReaders(turn, run)) {
            long drainBy = Long.MAX_VALUE;
            while (open > 0 && System.nanoTime() < drainBy) {
                Optional<Chunk> chunk = readers.next(patience());
                chunk.ifPresent(this::take);
                // More is waiting: one transaction for all of it, as it costs a write to the disk.
                if (chunk.isEmpty() || coalescer.ready() >= BATCH_EVENTS) {
                    transcript.append(coalescer.due());
                }
                giveUpOnSilence();
                hurry();
                if (drainBy == Long.MAX_VALUE && run.end().isDone()) {
                    drainBy = System.nanoTime() + DRAIN_NANOS;
                }
            }
        }
        RunEnd end = awaitEnd();
        decoder.end(end.exitCode()).forEach(event -> add(event, /* saidByEngine= */ false));
        transcript.append(coalescer.rest());
        return new Result(end, Optional.ofNullable(outcome));
    }

    private void take(Chunk chunk) {
        switch (chunk) {
            case Chunk.End end -> open--;
            case Chunk.Lines(TurnEvent.Stream stream, List<String> lines) -> {
                if (stream == TurnEvent.Stream.OUT) {
                    heardAt = System.nanoTime();
                }
                for (String line : lines) {
                    List<TurnEvent> events =
                            stream == TurnEvent.Stream.OUT ? decoder.line(line) : decoder.errorLine(line);
                    events.forEach(event -> add(event, /* saidByEngine= */ true));
                    answer();
                }
            }
        }
    }

    /**
     * Blocks while the engine does not read, and then nothing more of it is read either: an engine that asks without end
     * and does not listen only stops itself, until its time is over or somebody interrupts it.
     */
    private void answer() {
        decoder.interruptLine().ifPresent(run::interruptBy);
        decoder.replies().forEach(run::say);
        decoder.permissions().forEach(this::ask);
    }

    /** What is answered at once is said by this very thread; for the others there are as many threads as open cards. */
    private void ask(PermissionRequest request) {
        CompletableFuture<Answer> answer = listener.asked()
                .apply(new Question.Permission(request.id(), request.tool(), request.input(), request.use()))
                .answer()
                .toCompletableFuture();
        if (answer.isDone()) {
            run.say(reply(request.replies(), answer.join()));
        } else {
            CompletableFuture<Void> _ = answer.thenAccept(given -> Thread.ofVirtual()
                    .name("turn-" + turn + "-permission")
                    .start(() -> run.say(reply(request.replies(), given))));
        }
    }

    private static String reply(PermissionRequest.Replies replies, Answer answer) {
        return switch (answer) {
            case Answer.Allowed _ -> replies.allowed();
            case Answer.Denied(String words) -> replies.denied(words);
            case Answer.Said(String words) -> replies.denied(words);
            case Answer.Withdrawn _ -> replies.cancelled();
        };
    }

    /** What it then says ends the turn, and with it the engine. */
    private void giveUpOnSilence() {
        boolean tooLong = decoder.longestSilence()
                .filter(longest -> System.nanoTime() - heardAt > longest.toNanos())
                .isPresent();
        if (tooLong && outcome == null) {
            decoder.silent().forEach(event -> add(event, /* saidByEngine= */ false));
            finishBy = outcome == null ? finishBy : System.nanoTime();
        }
    }

    private void add(TurnEvent event, boolean saidByEngine) {
        coalescer.add(event);
        if (event instanceof TurnEvent.Session(String id) && SESSION.matcher(id).matches()) {
            listener.session().accept(id);
        }
        if (event instanceof TurnEvent.McpServerFailed(String name)) {
            listener.failedServer().accept(name);
        }
        if (event instanceof TurnEvent.Finished(boolean succeeded, String message) && outcome == null) {
            outcome = new Outcome(succeeded, message, saidByEngine);
            finishBy = System.nanoTime() + FINISH_NANOS;
            listener.done().run();
            closeInput();
        }
    }

    /** Tells an engine that reads its input to the end that there is no more; on a thread of its own, as a full pipe blocks. */
    private void closeInput() {
        Thread.ofVirtual().name("turn-" + turn + "-input").start(() -> {
            try {
                run.input().close();
            } catch (IOException gone) {
                LOG.debugf(gone, "the input of turn %s was closed already", turn);
            }
        });
    }

    private void hurry() {
        if (!pushed && System.nanoTime() > finishBy) {
            pushed = true;
            run.interrupt();
        }
    }

    private RunEnd awaitEnd() throws InterruptedException {
        while (true) {
            try {
                return run.end().get(TICK_NANOS, TimeUnit.NANOSECONDS);
            } catch (TimeoutException notYet) {
                hurry();
            } catch (ExecutionException broken) {
                throw new IllegalStateException("a run's end failed, which it promises not to", broken);
            }
        }
    }

    private long patience() {
        return Math.min(TICK_NANOS, coalescer.dueInNanos().orElse(TICK_NANOS));
    }
}
