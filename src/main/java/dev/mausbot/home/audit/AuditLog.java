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
    private static final long RETRY_SECONDS = 10;

    private final InstantSource clock;
    private final RotatingFile file;
    private final BlockingQueue<Entry> waiting = new ArrayBlockingQueue<>(WAITING);
    private final AtomicLong lost = new AtomicLong();
    private volatile String lastFailure = "";
    private volatile boolean failing;
    private final long retryMillis;
    private final Thread writer;

    private AuditLog(InstantSource clock, RotatingFile file, long retryMillis) {
        this.clock = clock;
        this.file = file;
        this.retryMillis = retryMillis;
        this.writer = Thread.ofPlatform().name("audit-log").daemon().unstarted(this::writeAll);
    }

    /** Opens the log of a folder, which exists and is private. */
    public static AuditLog open(Path folder, InstantSource clock) {
        return open(folder, clock, LONGEST);
    }

    static AuditLog open(Path folder, InstantSource clock, long longest) {
        return open(folder, clock, longest, TimeUnit.SECONDS.toMillis(RETRY_SECONDS));
    }

    static AuditLog open(Path folder, InstantSource clock, long longest, long retryMillis) {
        AuditLog log = new AuditLog(clock, new RotatingFile(folder.resolve(FILE), longest, KEPT), retryMillis);
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

    /**
     * Whether events are being lost, as on a full disk: the last write failed. Ends by itself within 10 s after writing
     * works again, also when nothing happens that could be written.
     */
    public boolean failing() {
        return failing;
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
            for (Entry next = next(); !(next instanceof Entry.End); next = next()) {
                told = write(next, told);
            }
            tellOfGap(told);
        } catch (IOException e) {
            failed(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // nobody interrupts this thread but a virtual machine that ends
        }
    }

    private Entry next() throws InterruptedException {
        if (!failing) {
            return waiting.take();
        }
        Entry next = waiting.poll(retryMillis, TimeUnit.MILLISECONDS);
        return next == null ? new Entry.Retry() : next;
    }

    /** Returns how many lost events the log tells of. */
    private long write(Entry entry, long told) {
        try {
            long tells = tellOfGap(told);
            if (entry instanceof Entry.Line(String line)) {
                file.append(line);
            }
            failing = false;
            return tells;
        } catch (IOException e) {
            if (entry instanceof Entry.Line) {
                lost.incrementAndGet();
            }
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
        lastFailure = e.toString();
        failing = true;
    }

    private sealed interface Entry {
        record Line(String text) implements Entry {}

        /** Nothing to write, but the gap. */
        record Retry() implements Entry {}

        record End() implements Entry {}
    }
}
