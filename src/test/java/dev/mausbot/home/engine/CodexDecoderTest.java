package dev.mausbot.home.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.Junk;
import dev.mausbot.home.engine.TurnEvent.McpServerFailed;
import dev.mausbot.home.engine.TurnEvent.Output;
import dev.mausbot.home.engine.TurnEvent.Session;
import dev.mausbot.home.engine.TurnEvent.Status;
import dev.mausbot.home.engine.TurnEvent.Stream;
import dev.mausbot.home.engine.TurnEvent.Text;
import dev.mausbot.home.engine.TurnEvent.Thinking;
import dev.mausbot.home.engine.TurnEvent.ToolCall;
import dev.mausbot.home.engine.TurnEvent.ToolResult;
import dev.mausbot.home.engine.TurnEvent.Usage;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodexDecoderTest {
    private static final String THREAD = "01a22d86-4c4b-76b3-8737-bd7f7578a4f6";

    /** A turn as 0.171.0 printed it, and the kinds of item that the stub provider does not bring about. */
    private static final String TURN = """
            {"type":"thread.started","thread_id":"01a22d86-4c4b-76b3-8737-bd7f7578a4f6"}
            {"type":"item.completed","item":{"id":"item_0","type":"error","message":"Model metadata not found."}}
            {"type":"turn.started"}
            {"type":"error","message":"Reconnecting... 1/5"}
            {"type":"item.completed","item":{"id":"item_1","type":"reasoning","text":"hm"}}
            {"type":"item.started","item":{"id":"item_2","type":"command_execution","command":"/bin/bash -lc 'echo hi'","aggregated_output":"","exit_code":null,"status":"in_progress"}}
            {"type":"item.updated","item":{"id":"item_2","type":"command_execution","command":"/bin/bash -lc 'echo hi'","aggregated_output":"h","status":"in_progress"}}
            {"type":"item.completed","item":{"id":"item_2","type":"command_execution","command":"/bin/bash -lc 'echo hi'","aggregated_output":"hi\\n","exit_code":0,"status":"completed"}}
            {"type":"item.completed","item":{"id":"item_3","type":"file_change","changes":[{"path":"/w/a","kind":"add"}],"status":"completed"}}
            {"type":"item.started","item":{"id":"item_4","type":"mcp_tool_call","server":"docs","tool":"find","arguments":{"q":"x"},"status":"in_progress"}}
            {"type":"item.completed","item":{"id":"item_4","type":"mcp_tool_call","server":"docs","tool":"find","arguments":{"q":"x"},"result":null,"error":{"message":"no such page"},"status":"failed"}}
            {"type":"item.completed","item":{"id":"item_5","type":"agent_message","text":"done"}}
            {"type":"turn.completed","usage":{"input_tokens":20,"cached_input_tokens":5,"output_tokens":2,"reasoning_output_tokens":0}}
            """;

    @Test
    void readsAWholeTurn() {
        assertThat(decode(TURN))
                .containsExactly(
                        new Session(THREAD),
                        new Status("Model metadata not found."),
                        new Status("Reconnecting... 1/5"),
                        new Thinking("hm"),
                        new ToolCall("item_2", "shell", "{\"command\":\"/bin/bash -lc 'echo hi'\"}"),
                        new ToolResult("item_2", false, "hi\n"),
                        new ToolCall("item_3", "edit", "{\"changes\":[{\"path\":\"/w/a\",\"kind\":\"add\"}]}"),
                        new ToolResult("item_3", false, "completed"),
                        new ToolCall("item_4", "docs.find", "{\"q\":\"x\"}"),
                        new ToolResult("item_4", true, "no such page"),
                        new Text("done"),
                        new Usage(20, 2),
                        new Finished(true, ""));
    }

    @Test
    void callsACommandThatFailedAFailure() {
        assertThat(decode("{\"type\":\"item.completed\",\"item\":{\"id\":\"i\",\"type\":\"command_execution\","
                        + "\"command\":\"false\",\"aggregated_output\":\"\",\"exit_code\":1,\"status\":\"failed\"}}"))
                .containsExactly(new ToolCall("i", "shell", "{\"command\":\"false\"}"), new ToolResult("i", true, ""));
    }

    @Test
    void givesTheWordsOfAFailedTurn() {
        assertThat(decode("{\"type\":\"turn.failed\",\"error\":{\"message\":\"quota exceeded\"}}"))
                .containsExactly(new Finished(false, "quota exceeded"));
        assertThat(decode("{\"type\":\"turn.failed\"}"))
                .containsExactly(new Finished(false, "Codex reports a failure"));
    }

    @Test
    void saysOnceWhichServerDidNotConnect() {
        OutputDecoder decoder = new CodexDecoder();
        String line = "2026-11-30T20:14:19.340079Z ERROR rmcp::transport::worker: worker quit with fatal: Transport"
                + " channel closed, when UnexpectedServerResponse(\"HTTP 502: broker: no answer from mcp-docs: no"
                + " connection to it could be made\\n\")";
        assertThat(decoder.errorLine(line)).containsExactly(new McpServerFailed("docs"), new Output(Stream.ERR, line));
        assertThat(decoder.errorLine(line)).containsExactly(new Output(Stream.ERR, line));
        String other = "no answer from mcp-docs: says a tool";
        assertThat(new CodexDecoder().errorLine(other)).containsExactly(new Output(Stream.ERR, other));
    }

    @Test
    void failsATurnWhoseProcessEndsBeforeItsResult() {
        OutputDecoder decoder = new CodexDecoder();
        decoder.errorLine("Error: thread/resume failed: no rollout found");
        assertThat(decoder.end(1))
                .containsExactly(new Finished(
                        false,
                        "Codex ended before its turn was over: exit code 1\n"
                                + "Error: thread/resume failed: no rollout found"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"words", "{", "[]", "{\"type\":7}", "{\"type\":\"error\"} {}"})
    void callsALineJunkThatIsNotItsLanguage(String line) {
        assertThat(new CodexDecoder().line(line)).containsExactly(new Junk(line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"thread.started\",\"thread_id\":\"--last\"}",
                "{\"type\":\"item.started\",\"item\":[]}",
                "{\"type\":\"item.completed\",\"item\":{\"type\":{}}}",
                "{\"type\":\"item.completed\",\"item\":{\"type\":\"a kind from next year\"}}",
                "{\"type\":\"a kind from next year\"}"
            })
    void passesOverWhatHasTheWrongTypeOrIsUnknown(String line) {
        assertThat(new CodexDecoder().line(line)).isEmpty();
    }

    @Test
    void boundsTheCallsThatAreUnderWayAndWhatTheyAnswer() {
        CodexDecoder decoder = new CodexDecoder();
        long shown = 0;
        for (int i = 0; i < 1000; i++) {
            shown += decoder.line("{\"type\":\"item.started\",\"item\":{\"id\":\"" + i + "\",\"type\":\"web_search\"}}")
                    .size();
        }
        assertThat(shown).isEqualTo(256);
        String large = "x".repeat(5 * 1024 * 1024);
        assertThat(decode(
                        "{\"type\":\"item.completed\",\"item\":{\"id\":\"i\",\"type\":\"command_execution\",\"command\":\""
                                + large + "\",\"aggregated_output\":\"" + large + "\"}}"))
                .hasSize(2)
                .allSatisfy(event -> assertThat(event.toString()).hasSizeLessThan(Texts.EVENT + 256));
    }

    @Property(tries = 1000)
    void neverThrowsAndFinishesExactlyOnce(@ForAll("hostileLines") List<String> lines) {
        assertThat(HostileLines.decode(new CodexDecoder(), lines))
                .filteredOn(Finished.class::isInstance)
                .hasSize(1);
    }

    @Provide
    Arbitrary<List<String>> hostileLines() {
        return HostileLines.like(TURN);
    }

    private static List<TurnEvent> decode(String lines) {
        CodexDecoder decoder = new CodexDecoder();
        return lines.lines().flatMap(line -> decoder.line(line).stream()).toList();
    }
}
