package dev.mausbot.home.gate.ask;

import dev.mausbot.home.gate.Caller;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One connection to a box's ask socket. A question that has its answer at once is answered by the thread that reads, so a
 * box that asks without end and does not listen only stops itself; any other is answered on a thread of its own, and
 * {@link Asks} bounds how many of those there are.
 */
final class AskConnection {
    private final SocketChannel channel;
    private final Caller caller;
    private final Asks asks;
    private final Object writing = new Object();

    // Guarded by this.
    private final Map<String, Asked> open = new HashMap<>();
    private boolean closed;

    AskConnection(SocketChannel channel, Caller caller, Asks asks) {
        this.channel = channel;
        this.caller = caller;
        this.asks = asks;
    }

    /** Serves it; why it was ended from our side, if it was. */
    Optional<String> untilTheEnd() {
        try (InputStream in = new BufferedInputStream(Channels.newInputStream(channel))) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int read = in.read(); read >= 0; read = in.read()) {
                if (read != '\n') {
                    line.write(read);
                } else {
                    Optional<AskLine> said = AskLine.read(line.toByteArray());
                    if (said.isEmpty()) {
                        return Optional.of("malformed");
                    }
                    heard(said.get());
                    line.reset();
                }
                if (line.size() > AskLine.LONGEST) {
                    return Optional.of("too-long");
                }
            }
            return Optional.empty();
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private void heard(AskLine line) throws IOException {
        switch (line) {
            case AskLine.Withdraw(String id) -> taken(id).ifPresent(Asked::withdraw);
            case AskLine.Ask(Question question) -> {
                Asked asked = asks.ask(caller, question);
                CompletableFuture<Answer> answer = asked.answer().toCompletableFuture();
                if (answer.isDone()) {
                    write(question.id(), answer.join());
                } else if (keep(question.id(), asked)) {
                    CompletableFuture<Void> _ = answer.thenAccept(given ->
                            Thread.ofVirtual().name("ask-answer").start(() -> answered(question.id(), asked, given)));
                } else {
                    asked.withdraw();
                }
            }
        }
    }

    private synchronized boolean keep(String id, Asked asked) {
        return !closed && open.putIfAbsent(id, asked) == null;
    }

    private synchronized Optional<Asked> taken(String id) {
        return Optional.ofNullable(open.remove(id));
    }

    private void answered(String id, Asked asked, Answer answer) {
        synchronized (this) {
            open.remove(id, asked);
        }
        try {
            write(id, answer);
        } catch (IOException gone) {
            close();
        }
    }

    private void write(String id, Answer answer) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(AskLine.answer(id, answer));
        synchronized (writing) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }

    /** Ends it and withdraws its questions; may be called twice. */
    void close() {
        List<Asked> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(open.values());
            open.clear();
        }
        left.forEach(Asked::withdraw);
        try {
            channel.close();
        } catch (IOException failed) {
            // close(2) gives the descriptor back in any case
            System.getLogger("ask").log(System.Logger.Level.DEBUG, "a connection was not closed cleanly", failed);
        }
    }
}
