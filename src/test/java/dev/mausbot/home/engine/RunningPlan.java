package dev.mausbot.home.engine;

import dev.mausbot.home.box.LaunchPlan;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A plan that runs without a box, its output decoded: what an engine's plan and its decoder are worth together. */
final class RunningPlan implements AutoCloseable {
    private static final int MAX_LINE = 8 * 1024 * 1024;
    private static final long LIMIT_SECONDS = 60;

    private final Process process;
    private final OutputDecoder decoder;
    private final UnaryOperator<String> places;
    private final OutputStream input;
    private final Function<PermissionRequest, String> owner;
    private final List<TurnEvent> events = new CopyOnWriteArrayList<>();
    private final List<PermissionRequest> permissions = new CopyOnWriteArrayList<>();
    private final List<Thread> readers;

    private RunningPlan(
            Process process,
            OutputDecoder decoder,
            UnaryOperator<String> places,
            Function<PermissionRequest, String> owner) {
        this.process = process;
        this.decoder = decoder;
        this.places = places;
        this.owner = owner;
        this.input = process.getOutputStream();
        this.readers = List.of(
                Thread.ofVirtual().start(() -> read(process.getInputStream(), decoder::line)),
                Thread.ofVirtual().start(() -> read(process.getErrorStream(), decoder::errorLine)));
    }

    static RunningPlan start(Engine engine, TurnRequest request, Path folder, Map<String, String> environment)
            throws IOException {
        return start(engine, request, folder, environment, UnaryOperator.identity());
    }

    /**
     * Starts it without a box.
     *
     * @param places puts in every argument, value, file and reply what stands here for the broker's addresses and tokens
     */
    static RunningPlan start(
            Engine engine,
            TurnRequest request,
            Path folder,
            Map<String, String> environment,
            UnaryOperator<String> places)
            throws IOException {
        return start(
                engine,
                request,
                folder,
                environment,
                places,
                asked -> asked.replies().denied("Nobody is asked here."));
    }

    /** The same, with an owner: of what is asked for it makes the reply. */
    static RunningPlan start(
            Engine engine,
            TurnRequest request,
            Path folder,
            Map<String, String> environment,
            UnaryOperator<String> places,
            Function<PermissionRequest, String> owner)
            throws IOException {
        if (!(engine.plan(request) instanceof Planned.Ready(LaunchPlan plan))) {
            throw new AssertionError("not ready: " + engine.plan(request));
        }
        Path files = Files.createTempDirectory(folder, "files");
        UnaryOperator<String> here = text -> places.apply(text).replace(LaunchPlan.FILES.toString(), files.toString());
        for (LaunchPlan.PlannedFile file : plan.files()) {
            Files.writeString(files.resolve(file.name()), here.apply(file.content()));
        }
        ProcessBuilder builder =
                new ProcessBuilder(plan.command().stream().map(here).toList()).directory(folder.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        plan.environment().forEach((name, value) -> builder.environment().put(name, here.apply(value)));
        RunningPlan run = new RunningPlan(builder.start(), engine.decoder(request), here, owner);
        run.write(plan.prompt());
        if (plan.input() == LaunchPlan.Input.CLOSED_AFTER_PROMPT) {
            run.input.close();
        }
        return run;
    }

    void write(String text) throws IOException {
        input.write(text.getBytes(StandardCharsets.UTF_8));
        input.flush();
    }

    /** What came so far. */
    List<TurnEvent> events() {
        return events;
    }

    /** Closes its input, waits for its end and gives all that it told. */
    List<TurnEvent> end() throws Exception {
        input.close();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("still running after " + LIMIT_SECONDS + " s; it told " + events);
        }
        for (Thread reader : readers) {
            reader.join();
        }
        events.addAll(decoder.end(process.exitValue()));
        return events;
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
            throw new UncheckedIOException(broken);
        }
    }

    private synchronized void decoded(Function<String, List<TurnEvent>> decode, String line) {
        events.addAll(decode.apply(line));
        decoder.replies().forEach(this::reply);
        for (PermissionRequest asked : decoder.permissions()) {
            permissions.add(asked);
            reply(owner.apply(asked));
        }
    }

    private void reply(String text) {
        try {
            write(places.apply(text));
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    /** What it asked for so far. */
    List<PermissionRequest> permissions() {
        return permissions;
    }

    /** The engine's own way to be interrupted, as known by now. */
    synchronized Optional<String> interruptLine() {
        return decoder.interruptLine();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
