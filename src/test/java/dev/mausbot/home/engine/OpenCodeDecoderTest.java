package dev.mausbot.home.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.Junk;
import dev.mausbot.home.engine.TurnEvent.McpServerFailed;
import dev.mausbot.home.engine.TurnEvent.Output;
import dev.mausbot.home.engine.TurnEvent.Session;
import dev.mausbot.home.engine.TurnEvent.Stream;
import dev.mausbot.home.engine.TurnEvent.Text;
import dev.mausbot.home.engine.TurnEvent.Thinking;
import dev.mausbot.home.engine.TurnEvent.ToolCall;
import dev.mausbot.home.engine.TurnEvent.ToolResult;
import dev.mausbot.home.engine.TurnEvent.Usage;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenCodeDecoderTest {
    /** A turn as 1.18.33 printed it, fields that are not read left out. */
    private static final String TURN = """
            {"type":"step_start","sessionID":"ses_dd2752212ffe3MEcOxDTGrHeZ1","part":{"type":"step-start"}}
            {"type":"reasoning","sessionID":"ses_dd2752212ffe3MEcOxDTGrHeZ1","part":{"type":"reasoning","text":"hm"}}
            {"type":"tool_use","sessionID":"ses_dd2752212ffe3MEcOxDTGrHeZ1","part":{"type":"tool","tool":"bash","callID":"call_1","state":{"status":"completed","input":{"command":"echo hi"},"output":"hi\\n"}}}
            {"type":"tool_use","sessionID":"ses_dd2752212ffe3MEcOxDTGrHeZ1","part":{"type":"tool","tool":"read","callID":"call_2","state":{"status":"error","input":{"filePath":"/x"},"error":"File not found"}}}
            {"type":"step_finish","sessionID":"ses_dd2752212ffe3MEcOxDTGrHeZ1","part":{"reason":"tool-calls","tokens":{"input":10,"output":5,"reasoning":1,"cache":{"write":2,"read":3}}}}
            {"type":"text","sessionID":"ses_dd2752212ffe3MEcOxDTGrHeZ1","part":{"type":"text","text":"done"}}
            {"type":"step_finish","sessionID":"ses_dd2752212ffe3MEcOxDTGrHeZ1","part":{"reason":"stop","tokens":{"input":10,"output":5,"reasoning":0,"cache":{"write":0,"read":0}}}}
            """;

    @Test
    void saysOnceWhichServerDidNotConnect() {
        OutputDecoder decoder = new OpenCodeDecoder();
        String line =
                "timestamp=2026-11-30T20:15:59.307Z level=WARN run=85163dcb message=\"server unavailable\" key=docs"
                        + " type=remote status=failed";
        assertThat(decoder.errorLine(line)).containsExactly(new McpServerFailed("docs"), new Output(Stream.ERR, line));
        assertThat(decoder.errorLine(line)).containsExactly(new Output(Stream.ERR, line));
        String other = line.replace("failed", "connected");
        assertThat(new OpenCodeDecoder().errorLine(other)).containsExactly(new Output(Stream.ERR, other));
    }

    @Test
    void readsAWholeTurnThatEndsWithItsProcess() {
        assertThat(decode(TURN, 0))
                .containsExactly(
                        new Session("ses_dd2752212ffe3MEcOxDTGrHeZ1"),
                        new Thinking("hm"),
                        new ToolCall("call_1", "bash", "{\"command\":\"echo hi\"}"),
                        new ToolResult("call_1", false, "hi\n"),
                        new ToolCall("call_2", "read", "{\"filePath\":\"/x\"}"),
                        new ToolResult("call_2", true, "File not found"),
                        new Usage(15, 6),
                        new Text("done"),
                        new Usage(25, 11),
                        new Finished(true, ""));
    }

    @Test
    void givesTheWordsOfAnErrorWhateverTheExitCode() {
        String error = "{\"type\":\"error\",\"error\":{\"name\":\"APIError\",\"data\":{\"message\":\"Unauthorized\"}}}";
        assertThat(decode(error, 0)).containsExactly(new Finished(false, "Unauthorized"));
        assertThat(decode("{\"type\":\"error\",\"error\":{\"name\":\"APIError\"}}", 1))
                .containsExactly(new Finished(false, "APIError"));
        assertThat(decode("{\"type\":\"error\",\"error\":[]}", 0))
                .containsExactly(new Finished(false, "OpenCode reports a failure"));
    }

    @Test
    void failsATurnWhoseProcessEndsOtherwiseThanWell() {
        OpenCodeDecoder decoder = new OpenCodeDecoder();
        decoder.errorLine("Error: Session not found");
        assertThat(decoder.end(1))
                .containsExactly(new Finished(
                        false, "OpenCode ended before its turn was over: exit code 1\nError: Session not found"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"words", "{", "[]", "{\"type\":7}"})
    void callsALineJunkThatIsNotItsLanguage(String line) {
        assertThat(new OpenCodeDecoder().line(line)).containsExactly(new Junk(line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"step_start\",\"sessionID\":\"--share\"}",
                "{\"type\":\"text\",\"part\":{\"text\":[]}}",
                "{\"type\":\"a kind from next year\"}"
            })
    void passesOverWhatHasTheWrongTypeOrIsUnknown(String line) {
        assertThat(new OpenCodeDecoder().line(line)).isEmpty();
    }

    @Property(tries = 1000)
    void neverThrowsAndFinishesExactlyOnce(@ForAll("hostileLines") List<String> lines) {
        assertThat(HostileLines.decode(new OpenCodeDecoder(), lines))
                .filteredOn(Finished.class::isInstance)
                .hasSize(1);
    }

    @Provide
    Arbitrary<List<String>> hostileLines() {
        return HostileLines.like(TURN);
    }

    private static List<TurnEvent> decode(String lines, int exitCode) {
        OpenCodeDecoder decoder = new OpenCodeDecoder();
        List<TurnEvent> events = new ArrayList<>();
        lines.lines().forEach(line -> events.addAll(decoder.line(line)));
        events.addAll(decoder.end(exitCode));
        return events;
    }
}
