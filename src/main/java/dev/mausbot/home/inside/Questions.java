package dev.mausbot.home.inside;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Questions that wait for the owner, asked over the box's ask socket. Lines of JSON, at most {@value #LONGEST} bytes:
 *
 * <pre>
 * box      {"t":"ask","id":…,"kind":"permission","tool":…,"input":{…},"use":…}
 *          {"t":"ask","id":…,"kind":"question","question":…,"choices":[…]}
 *          {"t":"withdraw","id":…}
 * server   {"t":"answer","id":…,"behavior":"allow|deny|answer","message":…}
 * </pre>
 *
 * Without a server that answers, every question is denied; so is one that the server would not read ({@link Askable}).
 */
final class Questions implements AutoCloseable {
    /** What the server reads of one question, its line end not counted. */
    static final int LONGEST = 64 * 1024;

    private static final String NOBODY = "The owner cannot be asked: the home does not answer.";

    /** How a question was answered. */
    enum Behavior {
        ALLOW,
        DENY,
        ANSWER
    }

    /** An answer, with the owner's words or the reason. */
    record Reply(Behavior behavior, String message) {}

    /** A question that waits: which call of the engine's asked it, and who is to be told. */
    private record Waiting(Json call, Consumer<Reply> told) {}

    private final Optional<SocketChannel> server;
    // Guarded by this.
    private final Map<String, Waiting> waiting = new LinkedHashMap<>();
    private boolean gone;

    private Questions(Optional<SocketChannel> server) {
        this.server = server;
        this.gone = server.isEmpty();
    }

    /** Connects; where that fails, all questions are denied and one line on standard error says so. */
    static Questions by(Optional<Path> socket, PrintStream err) {
        if (socket.isEmpty()) {
            err.println("ask: OMB_ASK_SOCKET names no socket, so everything is denied");
            return new Questions(Optional.empty());
        }
        try {
            SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket.get()));
            Questions questions = new Questions(Optional.of(channel));
            Thread.ofPlatform().daemon().name("answers").start(() -> questions.hear(channel));
            return questions;
        } catch (IOException broken) {
            err.println("ask: the home cannot be reached (" + broken.getMessage() + "), so everything is denied");
            return new Questions(Optional.empty());
        }
    }

    /** Asks for permission to use a tool. */
    void permission(Json call, String tool, Json.Members input, String use, Consumer<Reply> told) {
        Askable.permission(tool, input, use)
                .ifPresentOrElse(
                        fault -> told.accept(new Reply(Behavior.DENY, fault)),
                        () -> ask(
                                call,
                                Json.object("kind", "permission", "tool", tool, "input", input, "use", use),
                                told));
    }

    /** Asks a question in words. */
    void question(Json call, String question, List<String> choices, Consumer<Reply> told) {
        Json listed = new Json.Items(choices.stream().<Json>map(Json.Text::new).toList());
        Askable.question(question, choices)
                .ifPresentOrElse(
                        fault -> told.accept(new Reply(Behavior.DENY, fault)),
                        () -> ask(
                                call, Json.object("kind", "question", "question", question, "choices", listed), told));
    }

    private void ask(Json call, Json.Members what, Consumer<Reply> told) {
        String id = UUID.randomUUID().toString();
        Map<String, Json> line = new LinkedHashMap<>();
        line.put("t", new Json.Text("ask"));
        line.put("id", new Json.Text(id));
        line.putAll(what.values());
        byte[] bytes = new Json.Members(line).written().getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LONGEST) {
            told.accept(new Reply(
                    Behavior.DENY,
                    "This is larger than the " + LONGEST + " bytes that can be shown to the owner: do it in smaller"
                            + " pieces."));
            return;
        }
        boolean asked;
        synchronized (this) {
            if (!gone) {
                waiting.put(id, new Waiting(call, told));
            }
            asked = !gone;
        }
        if (!asked) {
            told.accept(new Reply(Behavior.DENY, NOBODY));
        } else {
            send(bytes);
        }
    }

    /** The engine does not want an answer to this call any more, and gets none. */
    void withdraw(Json call) {
        Optional<String> id;
        synchronized (this) {
            id = waiting.entrySet().stream()
                    .filter(one -> one.getValue().call().equals(call))
                    .map(Map.Entry::getKey)
                    .findFirst();
            id.ifPresent(waiting::remove);
        }
        id.ifPresent(
                gone -> send(Json.object("t", "withdraw", "id", gone).written().getBytes(StandardCharsets.UTF_8)));
    }

    /** Writes a line; by one thread only, the one that reads the engine's messages. */
    private void send(byte[] line) {
        try {
            ByteBuffer bytes = ByteBuffer.allocate(line.length + 1)
                    .put(line)
                    .put((byte) '\n')
                    .flip();
            SocketChannel channel = server.orElseThrow();
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException broken) {
            denyAll();
        }
    }

    private void hear(SocketChannel channel) {
        try {
            Lines lines = new Lines(new BufferedInputStream(Channels.newInputStream(channel)), LONGEST);
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                JsonReader.object(line.get()).ifPresent(this::answered);
            }
        } catch (IOException broken) {
            // The same as its end.
        } finally {
            denyAll();
        }
    }

    private void answered(Json.Members answer) {
        Waiting asked;
        synchronized (this) {
            asked = waiting.remove(answer.text("id"));
        }
        if (asked != null) {
            asked.told().accept(new Reply(behavior(answer.text("behavior")), answer.text("message")));
        }
    }

    private static Behavior behavior(String word) {
        return switch (word) {
            case "allow" -> Behavior.ALLOW;
            case "answer" -> Behavior.ANSWER;
            default -> Behavior.DENY;
        };
    }

    private void denyAll() {
        List<Waiting> left;
        synchronized (this) {
            gone = true;
            left = List.copyOf(waiting.values());
            waiting.clear();
        }
        left.forEach(one -> one.told().accept(new Reply(Behavior.DENY, NOBODY)));
    }

    @Override
    public void close() throws IOException {
        if (server.isPresent()) {
            server.get().close();
        }
    }
}
