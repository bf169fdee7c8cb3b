package dev.mausbot.home.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.Junk;
import dev.mausbot.home.engine.TurnEvent.McpServerFailed;
import dev.mausbot.home.engine.TurnEvent.Output;
import dev.mausbot.home.engine.TurnEvent.Session;
import dev.mausbot.home.engine.TurnEvent.Status;
import dev.mausbot.home.engine.TurnEvent.Text;
import dev.mausbot.home.engine.TurnEvent.Thinking;
import dev.mausbot.home.engine.TurnEvent.ToolCall;
import dev.mausbot.home.engine.TurnEvent.ToolResult;
import dev.mausbot.home.engine.TurnEvent.Usage;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaudeDecoderTest {
    private static final String SESSION = "6f1b2a4e-0000-4000-8000-1234567890ab";

    /** A turn with one tool call as 2.1.197 printed it, fields that are not read left out. */
    private static final String TURN = """
            {"type":"system","subtype":"init","session_id":"6f1b2a4e-0000-4000-8000-1234567890ab","tools":["Bash"],"model":"claude-opus-4-8"}
            {"type":"system","subtype":"status","status":"requesting"}
            {"type":"stream_event","event":{"type":"message_start","message":{"id":"msg_1","content":[]}},"parent_tool_use_id":null}
            {"type":"stream_event","event":{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_01","name":"Bash","input":{}}},"parent_tool_use_id":null}
            {"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}},"parent_tool_use_id":null}
            {"type":"assistant","message":{"id":"msg_1","content":[{"type":"tool_use","id":"toolu_01","name":"Bash","input":{"command":"echo hi"}}]},"parent_tool_use_id":null}
            {"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_01","type":"tool_result","content":"hi","is_error":false}]},"parent_tool_use_id":null}
            {"type":"stream_event","event":{"type":"message_start","message":{"id":"msg_2","content":[]}},"parent_tool_use_id":null}
            {"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}},"parent_tool_use_id":null}
            {"type":"stream_event","event":{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"do"}},"parent_tool_use_id":null}
            {"type":"stream_event","event":{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"ne"}},"parent_tool_use_id":null}
            {"type":"assistant","message":{"id":"msg_2","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"done"}]},"parent_tool_use_id":null}
            {"type":"stream_event","event":{"type":"message_stop"},"parent_tool_use_id":null}
            {"type":"result","subtype":"success","is_error":false,"result":"done","usage":{"input_tokens":20,"cache_creation_input_tokens":3,"cache_read_input_tokens":4,"output_tokens":25}}
            """;

    @Test
    void readsAWholeTurnAndSaysNothingTwice() {
        assertThat(decode(TURN))
                .containsExactly(
                        new Session(SESSION),
                        new ToolCall("toolu_01", "Bash", "{\"command\":\"echo hi\"}"),
                        new ToolResult("toolu_01", false, "hi"),
                        new Thinking("hm"),
                        new Text("do"),
                        new Text("ne"),
                        new Usage(27, 25),
                        new Finished(true, ""));
    }

    @Test
    void showsAnAnswerThatWasNotStreamed() {
        assertThat(decode("""
                {"type":"assistant","message":{"id":"x","model":"<synthetic>","content":[{"type":"text","text":"Not logged in"}]},"parent_tool_use_id":null}
                {"type":"result","subtype":"success","is_error":true,"result":"Not logged in","usage":{}}
                """))
                .containsExactly(new Text("Not logged in"), new Usage(0, 0), new Finished(false, "Not logged in"));
    }

    @Test
    void showsAnAnswerThatIsInTheResultOnly() {
        assertThat(decode("{\"type\":\"result\",\"subtype\":\"success\",\"result\":\"Total cost: 0\"}"))
                .containsExactly(new Text("Total cost: 0"), new Usage(0, 0), new Finished(true, ""));
    }

    @Test
    void leavesOutWhatASubAgentSaysButShowsWhatItDoes() {
        assertThat(decode("""
                {"type":"stream_event","event":{"type":"content_block_delta","delta":{"type":"text_delta","text":"inner"}},"parent_tool_use_id":"toolu_9"}
                {"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"inner"},{"type":"tool_use","id":"t","name":"Read","input":{}}]},"parent_tool_use_id":"toolu_9"}
                {"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"a"},{"type":"image"},{"type":"text","text":"b"}],"is_error":true}]},"parent_tool_use_id":"toolu_9"}
                """))
                .containsExactly(new ToolCall("t", "Read", "{}"), new ToolResult("t", true, "a\n[image]\nb"));
    }

    @Test
    void tellsOfRetries() {
        assertThat(decode("{\"type\":\"system\",\"subtype\":\"api_retry\",\"attempt\":2,\"max_retries\":10,"
                        + "\"retry_delay_ms\":523.4,\"error_status\":529,\"error\":\"overloaded\"}"))
                .containsExactly(new Status("no answer from the model (overloaded, HTTP 529): try 2 of 10"));
    }

    @Test
    void saysThatATurnWasInterrupted() {
        assertThat(decode("{\"type\":\"result\",\"subtype\":\"error_during_execution\",\"is_error\":true,"
                        + "\"terminal_reason\":\"aborted_tools\"}"))
                .last()
                .isEqualTo(new Finished(false, "interrupted"));
    }

    @Test
    void givesTheErrorsOfAFailedResult() {
        assertThat(decode("{\"type\":\"result\",\"subtype\":\"error_during_execution\",\"is_error\":true,"
                        + "\"errors\":[\"No conversation found\",7]}"))
                .last()
                .isEqualTo(new Finished(false, "No conversation found"));
    }

    @Test
    void failsATurnWhoseProcessEndsBeforeItsResult() {
        OutputDecoder decoder = new ClaudeDecoder();
        assertThat(decoder.errorLine("Error: Session ID x is already in use."))
                .containsExactly(new Output(TurnEvent.Stream.ERR, "Error: Session ID x is already in use."));
        assertThat(decoder.end(1))
                .containsExactly(
                        new Finished(
                                false,
                                "Claude Code ended before its turn was over: exit code 1\nError: Session ID x is already in use."));
        assertThat(decoder.end(1)).isEmpty();
    }

    @Test
    void saysNothingOnStandardOutputAfterTheEnd() {
        ClaudeDecoder decoder = new ClaudeDecoder();
        TURN.lines().forEach(decoder::line);
        assertThat(TURN.lines().flatMap(line -> decoder.line(line).stream())).isEmpty();
        assertThat(decoder.end(0)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain words",
                "{",
                "[]",
                "{}",
                "null",
                "{\"type\":7}",
                "{\"type\":\"result\"} {\"type\":\"result\"}",
                "{\"type\":\"result\",",
                "\u0000\u001b[31m"
            })
    void callsALineJunkThatIsNotItsLanguage(String line) {
        assertThat(new ClaudeDecoder().line(line)).containsExactly(new Junk(line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"--dangerous\"}",
                "{\"type\":\"system\",\"subtype\":[],\"session_id\":{}}",
                "{\"type\":\"stream_event\",\"event\":\"text_delta\"}",
                "{\"type\":\"stream_event\",\"event\":{\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":[1]}}}",
                "{\"type\":\"assistant\",\"message\":{\"content\":\"text\"}}",
                "{\"type\":\"assistant\",\"message\":[{\"content\":1}]}",
                "{\"type\":\"user\",\"message\":{\"content\":[1,null,[],{\"type\":{}}]}}",
                "{\"type\":\"a kind from next year\",\"x\":1}"
            })
    void passesOverWhatHasTheWrongType(String line) {
        assertThat(new ClaudeDecoder().line(line)).isEmpty();
    }

    @Test
    void countsOnlyNumbersThatCanBeTrue() {
        assertThat(
                        decode(
                                "{\"type\":\"result\",\"subtype\":\"success\",\"result\":\"x\",\"usage\":{\"input_tokens\":-5,"
                                        + "\"cache_read_input_tokens\":1e99,\"cache_creation_input_tokens\":\"9\",\"output_tokens\":99999999999999999999}}"))
                .contains(new Usage(0, 0));
    }

    @Test
    void callsANestWithoutEndJunk() {
        String nest = "{\"type\":" + "[".repeat(1_000_000) + "]".repeat(1_000_000) + "}";
        assertThat(new ClaudeDecoder().line(nest))
                .singleElement()
                .isInstanceOfSatisfying(
                        Junk.class, junk -> assertThat(junk.line()).hasSizeLessThan(Texts.JUNK + 64));
    }

    @Test
    void callsALineOfAMillionObjectsJunkInsteadOfBuildingThem() {
        String many = "{\"type\":\"user\",\"x\":[" + "{},".repeat(1_500_000) + "{}]}";
        assertThat(new ClaudeDecoder().line(many)).singleElement().isInstanceOf(Junk.class);
    }

    @Test
    void giveATextOfFiveMegabytesInPiecesWithNothingLost() {
        String text = "ü😀".repeat(5 * 1024 * 1024 / 6);
        List<TurnEvent> events =
                decode("{\"type\":\"stream_event\",\"event\":{\"type\":\"content_block_delta\",\"delta\":"
                        + "{\"type\":\"text_delta\",\"text\":\"" + text + "\"}}}");
        assertThat(events)
                .hasSizeGreaterThan(9)
                .allSatisfy(event -> assertThat(((Text) event).text()).hasSizeLessThanOrEqualTo(Texts.EVENT));
        assertThat(events.stream().map(event -> ((Text) event).text()).collect(Collectors.joining()))
                .isEqualTo(text);
    }

    @Test
    void cutsALargeToolResultAndKeepsALargeToolInputJson() {
        String large = "x".repeat(5 * 1024 * 1024);
        assertThat(decode(
                        "{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t\","
                                + "\"content\":\"" + large + "\"}]}}"))
                .singleElement()
                .isInstanceOfSatisfying(
                        ToolResult.class,
                        result -> assertThat(result.output())
                                .hasSizeLessThan(Texts.EVENT + 64)
                                .endsWith("characters cut]"));
        assertThat(decode(
                        "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"Write\","
                                + "\"input\":{\"content\":\"" + large + "\"}}]}}"))
                .singleElement()
                .isInstanceOfSatisfying(ToolCall.class, call -> {
                    assertThat(call.input()).hasSizeLessThan(Texts.EVENT);
                    assertThat(JsonLines.read(call.input())).isPresent();
                });
    }

    @Test
    void showsOnlySoManyBlocksOfOneMessage() {
        String block = "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"n\"}";
        String line = "{\"type\":\"assistant\",\"message\":{\"content\":[" + (block + ",").repeat(999) + block + "]}}";
        assertThat(decode(line))
                .hasSize(257)
                .last()
                .isEqualTo(new Status("744 more blocks of one message are not shown"));
    }

    @Test
    void namesTheServersThatDidNotConnect() {
        assertThat(decode("{\"type\":\"system\",\"subtype\":\"init\",\"mcp_servers\":[{\"name\":\"docs\",\"status\":"
                        + "\"connected\"},{\"name\":\"notes\",\"status\":\"failed\"},{\"name\":\"mail\",\"status\":"
                        + "\"needs-auth\"},{\"name\":\"slow\",\"status\":\"pending\"},7]}"))
                .containsExactly(new McpServerFailed("notes"), new McpServerFailed("mail"));
    }

    @Property(tries = 2000)
    void neverThrowsAndFinishesExactlyOnce(@ForAll("hostileLines") List<String> lines) {
        assertThat(HostileLines.decode(new ClaudeDecoder(), lines))
                .filteredOn(Finished.class::isInstance)
                .hasSize(1);
    }

    @Provide
    Arbitrary<List<String>> hostileLines() {
        return HostileLines.like(TURN);
    }

    private static List<TurnEvent> decode(String lines) {
        ClaudeDecoder decoder = new ClaudeDecoder();
        return lines.lines().flatMap(line -> decoder.line(line).stream()).toList();
    }
}
