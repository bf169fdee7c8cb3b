package dev.mausbot.home.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps every event as a JSON line in a file of its folder: {@code audit.jsonl}, readable by its owner alone, up to
 * 4 MiB, and eight older ones. One process writes to a folder at a time.
 *
 * <p>Gates record from their event loops, so a thread of the log's own does the writing. What cannot be written is
 * counted ({@link #lost()}) and leaves a line {@code audit.gap} as soon as writing works again; it never fails the one
 * who records.
 */
public final class AuditLog implements Audit, AutoCloseable {
    /** The name of the newest file. */
    public static final String FILE = "audit.jsonl";

    static final int KEPT = 8;

    private static final long LONGEST = 4L << 20;
    private static final int WAITING = 8192;
    private static final long CLOSE_SECONDS = 10;

    private final InstantSource clock;
    private final RotatingFile file;
    private final BlockingQueue<Entry> waiting = new ArrayBlockingQueue<>(WAITING);
    private final AtomicLong lost = new AtomicLong();
    private volatile String lastFailure = "";
    private final Thread writer;

    private AuditLog(InstantSource clock, RotatingFile file) {
        this.clock = clock;
        this.file = file;
        this.writer = Thread.ofPlatform().name("audit-log").daemon().unstarted(this::writeAll);
    }

    /** Opens the log of a folder, which exists and is private. */
    public static AuditLog open(Path folder, InstantSource clock) {
        return open(folder, clock, LONGEST);
    }

    static AuditLog open(Path folder, InstantSource clock, long longest) {
        AuditLog log = new AuditLog(clock, new RotatingFile(folder.resolve(FILE), longest, KEPT));
        log.writer.start();
        return log;
    }

    @Override
    public void record(AuditEvent event) {
        // When the disk cannot follow, events are lost and counted; a gate that waited would stop every box.
        if (!waiting.offer(new Entry.Line(AuditJson.line(clock.instant(), event)))) {
            lost.incrementAndGet();
        }
    }

    /** How many events could not be written since the log was opened. */
    public long lost() {
        return lost.get();
    }

    /** Why the last write failed; empty if none has. */
    public String lastFailure() {
        return lastFailure;
    }

    /** Writes what was recorded before, and closes the file. */
    @Override
    public void close() {
        try {
            if (waiting.offer(new Entry.End(), CLOSE_SECONDS, TimeUnit.SECONDS)) {
                writer.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeAll() {
        long told = 0;
        try (file) {
            while (waiting.take() instanceof Entry.Line line) {
                told = write(line.text(), told);
            }
            tellOfGap(told);
        } catch (IOException e) {
            failed(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // nobody interrupts this thread but a virtual machine that ends
        }
    }

    /** Returns how many lost events the log tells of. */
    private long write(String line, long told) {
        try {
            long tells = tellOfGap(told);
            file.append(line);
            return tells;
        } catch (IOException e) {
            failed(e);
            return told;
        }
    }

    private long tellOfGap(long told) throws IOException {
        long now = lost.get();
        if (now > told) {
            file.append(AuditJson.gap(clock.instant(), now - told));
        }
        return now;
    }

    private void failed(IOException e) {
        lost.incrementAndGet();
        lastFailure = e.toString();
    }

    private sealed interface Entry {
        record Line(String text) implements Entry {}

        record End() implements Entry {}
    }
}
