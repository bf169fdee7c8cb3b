package dev.mausbot.home.launch;

import static org.awaitility.Awaitility.await;

import dev.mausbot.home.engine.LineSplitter;
import dev.mausbot.home.engine.OutputDecoder;
import dev.mausbot.home.engine.TurnEvent;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a run's engine tells, decoded as it comes. */
final class Transcript {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MAX_LINE = 8 * 1024 * 1024;

    private final BoxedRun run;
    private final OutputDecoder decoder;
    private final List<TurnEvent> events = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> read = new CompletableFuture<>();

    Transcript(BoxedRun run, OutputDecoder decoder) {
        this.run = run;
        this.decoder = decoder;
        Thread errors = Thread.ofVirtual().start(() -> read(run.errors(), decoder::errorLine));
        Thread.ofVirtual().start(() -> {
            read(run.output(), decoder::line);
            try {
                errors.join();
                read.complete(null);
            } catch (InterruptedException stop) {
                read.completeExceptionally(stop);
            }
        });
    }

    private void read(InputStream from, Function<String, List<TurnEvent>> decode) {
        LineSplitter splitter = new LineSplitter(MAX_LINE);
        byte[] buffer = new byte[8 * 1024];
        try (from) {
            for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
                splitter.feed(buffer, 0, count).forEach(line -> decoded(decode, line));
            }
            splitter.end().ifPresent(line -> decoded(decode, line));
        } catch (IOException broken) {
            read.completeExceptionally(broken);
        }
    }

    private synchronized void decoded(Function<String, List<TurnEvent>> decode, String line) {
        events.addAll(decode.apply(line));
    }

    void awaitFinished() {
        await().atMost(PATIENCE)
                .failFast(
                        "it ended early",
                        () -> run.end().isDone()
                                && only(TurnEvent.Finished.class).isEmpty())
                .until(() -> !only(TurnEvent.Finished.class).isEmpty());
    }

    /** Waits for the run's end and for all that it told. */
    RunEnd end() throws Exception {
        RunEnd end = run.end().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        read.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        events.addAll(decoder.end(end.exitCode()));
        return end;
    }

    String said() {
        return only(TurnEvent.Text.class).stream().map(TurnEvent.Text::text).collect(Collectors.joining());
    }

    <T extends TurnEvent> List<T> only(Class<T> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
