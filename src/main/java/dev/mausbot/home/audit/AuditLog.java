package dev.mausbot.home.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
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
    private static final long TICK_NANOS = 1000;

    private final InstantSource clock;
    private final Path newest;
    private final RotatingFile file;
    private final Object stamping = new Object();
    private final BlockingQueue<Entry> waiting = new ArrayBlockingQueue<>(WAITING);
    private final AtomicLong lost = new AtomicLong();
    private volatile String lastFailure = "";
    private volatile boolean failing;
    private final long retryMillis;
    // Guarded by stamping.
    private Instant last = Instant.MIN;
    private final Thread writer;

    private AuditLog(InstantSource clock, Path newest, long longest, long retryMillis) {
        this.clock = clock;
        this.newest = newest;
        this.file = new RotatingFile(newest, longest, KEPT);
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
        AuditLog log = new AuditLog(clock, folder.resolve(FILE), longest, retryMillis);
        log.writer.start();
        return log;
    }

    @Override
    public void record(AuditEvent event) {
        synchronized (stamping) {
            Instant now = stamp();
            // When the disk cannot follow, events are lost and counted; a gate that waited would stop every box.
            if (!waiting.offer(new Entry.Line(now, AuditJson.line(now, event)))) {
                lost.incrementAndGet();
            }
        }
    }

    /** No two of one time, and in the file in the order of their times: a page ends at a time. Called while stamping. */
    private Instant stamp() {
        Instant now = clock.instant();
        last = now.isAfter(last) ? now : last.plusNanos(TICK_NANOS);
        return last;
    }

    /**
     * The newest events that are in the files, or those before one.
     *
     * @param limit how many at most
     * @param before the time of the last event seen, as it stands in its line
     * @param kind the kind of event that is wanted, such as {@code card.closed}; all if empty
     * @return lines of JSON, the newest first
     */
    public List<String> page(int limit, Optional<Instant> before, Optional<String> kind) throws IOException {
        return new AuditReader(newest, KEPT).page(limit, before, kind);
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
            synchronized (stamping) {
                tellOfGap(stamp(), told);
            }
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
            long tells = switch (entry) {
                case Entry.Line line -> write(line, told);
                case Entry.Retry _ -> retry(told);
                case Entry.End _ -> told;
            };
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

    private long write(Entry.Line line, long told) throws IOException {
        long tells = tellOfGap(line.time().minusNanos(TICK_NANOS / 2), told);
        file.append(line.text());
        return tells;
    }

    /** What was recorded meanwhile is of an earlier time; then the first of it tells of the gap. */
    private long retry(long told) throws IOException {
        Optional<Instant> now;
        synchronized (stamping) {
            now = waiting.isEmpty() ? Optional.of(stamp()) : Optional.empty();
        }
        return now.isPresent() ? tellOfGap(now.get(), told) : told;
    }

    private long tellOfGap(Instant time, long told) throws IOException {
        long now = lost.get();
        if (now > told) {
            file.append(AuditJson.gap(time, now - told));
        }
        return now;
    }

    private void failed(IOException e) {
        lastFailure = e.toString();
        failing = true;
    }

    private sealed interface Entry {
        record Line(Instant time, String text) implements Entry {}

        /** Nothing to write, but the gap. */
        record Retry() implements Entry {}

        record End() implements Entry {}
    }
}
