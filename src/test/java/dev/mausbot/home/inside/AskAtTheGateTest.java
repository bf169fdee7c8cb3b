package dev.mausbot.home.inside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.Listening;
import dev.mausbot.home.gate.ask.Answer;
import dev.mausbot.home.gate.ask.AskGate;
import dev.mausbot.home.gate.ask.Asked;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * The helper and the gate as they meet: whatever an engine asks with, one of them answers it, and the gate never ends the
 * connection for it.
 */
class AskAtTheGateTest {
    /** A home that allows everything, so what is denied was denied by the helper. */
    private static final class Meeting implements AutoCloseable {
        private final List<AuditEvent> refused = new CopyOnWriteArrayList<>();
        private final PipedOutputStream engine = new PipedOutputStream();
        private final BufferedReader answers;
        private final Path folder;
        private final Listening gate;
        private final Thread helper;

        Meeting() throws IOException {
            folder = Files.createTempDirectory(Path.of("/tmp"), "omb-a");
            Path socket = folder.resolve("a");
            gate = new AskGate((_, _) -> Asked.answered(new Answer.Allowed()), refused::add)
                    .open(socket, Caller.ofTurn("b", "c", "t"));
            PipedInputStream in = new PipedInputStream(engine, 1 << 20);
            PipedOutputStream out = new PipedOutputStream();
            answers = new BufferedReader(
                    new InputStreamReader(new PipedInputStream(out, 1 << 20), StandardCharsets.UTF_8));
            PrintStream err = System.err;
            helper = Thread.ofPlatform()
                    .start(() -> Ask.run(
                            Map.of("OMB_ASK_SOCKET", socket.toString()),
                            in,
                            new PrintStream(out, true, StandardCharsets.UTF_8),
                            err));
        }

        /** Calls a tool of the helper's and waits for the answer. */
        String call(String name, Json.Members arguments) throws IOException {
            Json.Members message = Json.object(
                    "id",
                    new Json.Figure("1"),
                    "method",
                    "tools/call",
                    "params",
                    Json.object("name", name, "arguments", arguments));
            engine.write((message.written() + "\n").getBytes(StandardCharsets.UTF_8));
            engine.flush();
            return answers.readLine();
        }

        void stillStands() throws IOException {
            assertThat(call("approve", Json.object("tool_name", "Bash", "input", Json.object("command", "ls"))))
                    .contains("allow");
            assertThat(refused).isEmpty();
        }

        @Override
        public void close() throws IOException {
            engine.close();
            try {
                helper.join();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            gate.close();
            Files.delete(folder);
        }
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMaxLength(20),
                Arbitraries.strings().alpha().ofMinLength(195).ofMaxLength(205),
                Arbitraries.strings().alpha().ofMinLength(8190).ofMaxLength(8195),
                Arbitraries.strings()
                        .withChars('\ud800', '\udc00', 'a', '\0', '\n')
                        .ofMaxLength(4),
                Arbitraries.of("", " ", "Bash", "which?"));
    }

    @Provide
    Arbitrary<String> numbers() {
        return Arbitraries.of(
                "1",
                "1.10",
                "1e99999999999",
                "-1e2147483647",
                "1.5e2147483647",
                "1e-2147483648",
                "9".repeat(64),
                "9".repeat(65),
                "0." + "9".repeat(62),
                "0." + "9".repeat(63));
    }

    @Property(tries = 150)
    void noQuestionEndsAllQuestions(
            @ForAll("texts") String tool,
            @ForAll("texts") String use,
            @ForAll("texts") String text,
            @ForAll("numbers") String number,
            @ForAll List<@net.jqwik.api.From("texts") String> choices)
            throws IOException {
        try (Meeting meeting = new Meeting()) {
            Json.Members input = Json.object(text, text, "n", new Json.Figure(number));
            assertThat(meeting.call("approve", Json.object("tool_name", tool, "input", input, "tool_use_id", use)))
                    .isNotNull();
            Json offered =
                    new Json.Items(choices.stream().<Json>map(Json.Text::new).toList());
            assertThat(meeting.call("ask_user", Json.object("question", text, "choices", offered)))
                    .isNotNull();
            meeting.stillStands();
        }
    }

    @Property(tries = 10)
    void deepInputIsAskedOrDenied(@ForAll("depths") int depth) throws IOException {
        try (Meeting meeting = new Meeting()) {
            Json value = new Json.Nothing();
            for (int level = 0; level < depth; level++) {
                value = new Json.Items(List.of(value));
            }
            Json.Members input = new Json.Members(Map.of("a", value));
            assertThat(Optional.ofNullable(meeting.call("approve", Json.object("tool_name", "Bash", "input", input))))
                    .isPresent();
            meeting.stillStands();
        }
    }

    /** As deep as a message of the engine's can be read at all. */
    @Provide
    Arbitrary<Integer> depths() {
        return Arbitraries.integers().between(50, 60);
    }
}
