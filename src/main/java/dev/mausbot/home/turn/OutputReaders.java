package dev.mausbot.home.turn;

import dev.mausbot.home.engine.LineSplitter;
import dev.mausbot.home.engine.TurnEvent;
import dev.mausbot.home.launch.BoxedRun;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads both outputs of a run, each on a virtual thread, into one short queue. Who takes from it slowly makes the process
 * wait: a full queue stops the readers, and then the pipes are full. What is held is at most the queue's chunks and one for
 * each reader, each no more than a longest line and a read.
 */
final class OutputReaders implements AutoCloseable {
    /** A longer line is given in pieces; an engine's largest (a file that a tool read, as JSON) are some MiB. */
    static final int LONGEST_LINE = 8 << 20;

    private static final int READ_BYTES = 16 * 1024;
    private static final int CHUNKS = 4;
    private static final Logger LOG = Logger.getLogger(OutputReaders.class);

    private final BlockingQueue<Chunk> queue = new ArrayBlockingQueue<>(CHUNKS);
    private final List<Thread> threads;

    OutputReaders(String turn, BoxedRun run) {
        threads = List.of(
                start(turn, TurnEvent.Stream.OUT, run.output()), start(turn, TurnEvent.Stream.ERR, run.errors()));
    }

    /** The next chunk, or empty if none comes in time. */
    Optional<Chunk> next(long nanos) throws InterruptedException {
        @Nullable Chunk chunk = queue.poll(nanos, TimeUnit.NANOSECONDS);
        return Optional.ofNullable(chunk);
    }

    private Thread start(String turn, TurnEvent.Stream stream, InputStream from) {
        return Thread.ofVirtual().name("turn-" + turn + "-" + stream).start(() -> read(stream, from));
    }

    private void read(TurnEvent.Stream stream, InputStream from) {
        try {
            copy(stream, from);
            queue.put(new Chunk.End(stream));
        } catch (InterruptedException closed) {
            // The turn is over and nobody takes from the queue any more.
            Thread.currentThread().interrupt();
        }
    }

    private void copy(TurnEvent.Stream stream, InputStream from) throws InterruptedException {
        LineSplitter splitter = new LineSplitter(LONGEST_LINE);
        byte[] buffer = new byte[READ_BYTES];
        try {
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                hand(stream, splitter.feed(buffer, 0, read));
            }
        } catch (IOException broken) {
            // The run was closed under the reader: what came until then is all there is.
            LOG.debugf(broken, "an output of a run broke off");
        }
        hand(stream, splitter.end().map(List::of).orElseGet(List::of));
    }

    private void hand(TurnEvent.Stream stream, List<String> lines) throws InterruptedException {
        if (!lines.isEmpty()) {
            queue.put(new Chunk.Lines(stream, lines));
        }
    }

    /** Lets the readers go; a reader that waits for a process ends when that process does. */
    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}
