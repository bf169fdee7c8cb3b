package dev.mausbot.home.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.engine.McpServer.Local;
import dev.mausbot.home.engine.McpServer.Remote;
import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.Junk;
import dev.mausbot.home.engine.TurnEvent.Session;
import dev.mausbot.home.engine.TurnEvent.Status;
import dev.mausbot.home.engine.TurnEvent.Text;
import dev.mausbot.home.engine.TurnEvent.Thinking;
import dev.mausbot.home.engine.TurnEvent.ToolCall;
import dev.mausbot.home.engine.TurnEvent.ToolResult;
import dev.mausbot.home.engine.TurnEvent.Usage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AcpDecoderTest {
    private static final Path WORK = Path.of("/work");
    private static final AcpAgent AGENT = new AcpAgent(
            "agent", "Agent", "agent", List.of(), List.of(), List.of(), List.of(), Map.of(), "`get agent`");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TurnRequest FIRST = Requests.first("hello", WORK, Map.of());

    private static final String INITIALIZED =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1,\"agentCapabilities\":{\"loadSession\":true,"
                    + "\"mcpCapabilities\":{\"http\":true}}}}";
    private static final String IN_SESSION = "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"sessionId\":\"ses_1\"}}";

    /** What follows the prompt, as OpenCode 1.18.33 printed it but for the thought and the plan. */
    private static final String TURN = """
            {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"ses_1","update":{"sessionUpdate":"agent_thought_chunk","content":{"type":"text","text":"hm"}}}}
            {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"ses_1","update":{"sessionUpdate":"plan","entries":[{"content":"look","status":"completed"},{"content":"act","status":"pending"}]}}}
            {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"ses_1","update":{"sessionUpdate":"tool_call","toolCallId":"call_1","title":"bash","kind":"execute","status":"pending","rawInput":{}}}}
            {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"ses_1","update":{"sessionUpdate":"tool_call_update","toolCallId":"call_1","status":"in_progress","title":"echo hi","rawInput":{"command":"echo hi"}}}}
            {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"ses_1","update":{"sessionUpdate":"tool_call_update","toolCallId":"call_1","status":"completed","content":[{"type":"content","content":{"type":"text","text":"hi\\n"}},{"type":"diff","path":"/w/a"}]}}}
            {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"another","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"not ours"}}}}
            {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"ses_1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"done"}}}}
            {"jsonrpc":"2.0","id":4,"result":{"stopReason":"end_turn","usage":{"inputTokens":20,"outputTokens":10}}}
            """;

    private final List<JsonNode> said = new ArrayList<>();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                           | {'usage':{'inputTokens':20,'outputTokens':10}}                                   | 20 | 10
            {}                                           | {'_meta':{'quota':{'token_count':{'input_tokens':30,'output_tokens':4}}}}        | 30 | 4
            {'usage':{'inputTokens':3,'outputTokens':1}} | {}                                                                               | 6  | 2
            {'usage':{'inputTokens':3,'outputTokens':1}} | {'usage':{'inputTokens':20,'outputTokens':10}}                                   | 20 | 10
            """)
    void readsUsageWhereTheAgentSaysIt(String inBetween, String inResult, long input, long output) throws Exception {
        AcpUsage usage = new AcpUsage();
        for (int calls = 0; calls < 2; calls++) {
            usage.heard(JSON.createObjectNode().set("_meta", JSON.readTree(inBetween.replace('\'', '"'))));
        }
        assertThat(usage.inAll(JSON.readTree(inResult.replace('\'', '"')))).contains(new Usage(input, output));
    }

    @Test
    void leadsTheDialogueToThePromptAndReadsTheTurn() throws IOException {
        AcpDecoder decoder = new AcpDecoder(AGENT, FIRST);
        assertThat(tell(decoder, INITIALIZED)).isEmpty();
        assertThat(last().path("method").asText()).isEqualTo("session/new");
        assertThat(last().path("params")).isEqualTo(JSON.readTree("{\"cwd\":\"/work\",\"mcpServers\":[]}"));
        assertThat(decoder.interruptLine()).isEmpty();
        assertThat(tell(decoder, IN_SESSION)).containsExactly(new Session("ses_1"));
        assertThat(last().path("method").asText()).isEqualTo("session/prompt");
        assertThat(last().path("params"))
                .isEqualTo(
                        JSON.readTree("{\"sessionId\":\"ses_1\",\"prompt\":[{\"type\":\"text\",\"text\":\"hello\"}]}"));
        assertThat(decoder.interruptLine())
                .contains("{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\",\"params\":{\"sessionId\":\"ses_1\"}}\n");
        assertThat(tell(decoder, TURN))
                .containsExactly(
                        new Thinking("hm"),
                        new Status("plan:\n[x] look\n[ ] act"),
                        new ToolCall("call_1", "execute", "{\"command\":\"echo hi\"}"),
                        new ToolResult("call_1", false, "hi\n\n[diff /w/a]"),
                        new Text("done"),
                        new Usage(20, 10),
                        new Finished(true, ""));
        assertThat(tell(decoder, TURN)).isEmpty();
        assertThat(decoder.end(0)).isEmpty();
    }

    @Test
    void isPatientWithAModelAndASignInButNotWithAnAgentThatDoesNotStart() {
        AcpAgent signingIn = AcpAgent.ALL.stream()
                .filter(agent -> agent.id().equals("antigravity"))
                .findFirst()
                .orElseThrow();
        for (AcpAgent agent : List.of(AGENT, signingIn)) {
            AcpDecoder decoder = new AcpDecoder(agent, FIRST);
            assertThat(decoder.longestSilence()).contains(Duration.ofMinutes(1));
            tell(decoder, INITIALIZED);
            assertThat(decoder.longestSilence()).contains(Duration.ofMinutes(agent.equals(AGENT) ? 2 : 15));
            tell(decoder, IN_SESSION);
            assertThat(decoder.longestSilence()).isEmpty();
        }
    }

    @Test
    void endsTheTurnOfASilentAgentWithWhatItWasAskedFor() {
        AcpDecoder decoder = new AcpDecoder(AGENT, FIRST);
        tell(decoder, INITIALIZED);
        decoder.replies();
        assertThat(decoder.silent())
                .containsExactly(new Finished(
                        false,
                        "Agent was asked for a session and said nothing for 120 s: try again; if it stays so, install"
                                + " it anew with `get agent`"));
        assertThat(decoder.silent()).isEmpty();
        assertThat(decoder.end(0)).isEmpty();
    }

    @Test
    void givesTheAgentTheServersOfTheTurn() throws IOException {
        TurnRequest request = Requests.withServers(
                List.of(new Remote("docs"), new Local("notes", List.of("/bin/notes", "--stdio"), Map.of("A", "b"))),
                WORK,
                Map.of());
        tell(new AcpDecoder(AGENT, request), INITIALIZED);
        assertThat(last().path("params").path("mcpServers")).isEqualTo(JSON.readTree("""
                        [{"type":"http","name":"docs","url":"${broker-url:mcp-docs}","headers":[]},
                         {"name":"notes","command":"/bin/notes","args":["--stdio"],"env":[{"name":"A","value":"b"}]}]
                        """));
    }

    @Test
    void saysWhichServersItGoesOnWithout() {
        TurnRequest request = Requests.withServers(List.of(new Remote("docs")), WORK, Map.of());
        assertThat(tell(
                        new AcpDecoder(AGENT, request),
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1}}"))
                .containsExactly(new Status("Agent takes no MCP server by its URL: it goes on without docs"));
        assertThat(last().path("params").path("mcpServers")).isEmpty();
    }

    @Test
    void loadsTheSessionOfALaterTurnAndPassesOverWhatIsReplayed() {
        AcpDecoder decoder = new AcpDecoder(AGENT, Requests.later("again", "ses_1", WORK, Map.of()));
        tell(decoder, INITIALIZED);
        assertThat(last().path("method").asText()).isEqualTo("session/load");
        assertThat(last().path("params").path("sessionId").asText()).isEqualTo("ses_1");
        assertThat(tell(decoder, TURN.lines().limit(7).toList())).isEmpty();
        assertThat(tell(decoder, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":null}"))
                .containsExactly(new Session("ses_1"));
        assertThat(
                        tell(
                                decoder,
                                "{\"method\":\"session/update\",\"params\":{\"sessionId\":\"ses_1\",\"_meta\":{\"isReplay\":true},"
                                        + "\"update\":{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"old\"}}}}"))
                .isEmpty();
        assertThat(tell(decoder, TURN)).last().isEqualTo(new Finished(true, ""));
    }

    @Test
    void startsANewSessionAndSaysSoWhereTheOldCannotBeLoaded() {
        AcpDecoder decoder = new AcpDecoder(AGENT, Requests.later("again", "ses_1", WORK, Map.of()));
        tell(decoder, INITIALIZED);
        assertThat(tell(decoder, "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32603,\"message\":\"gone\"}}"))
                .containsExactly(
                        new Status("Agent cannot load this conversation's session and starts a new one: gone"));
        assertThat(last().path("method").asText()).isEqualTo("session/new");
        assertThat(tell(decoder, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"sessionId\":\"ses_2\"}}"))
                .containsExactly(new Session("ses_2"));
    }

    private static String asking(String session, String padding) {
        return "{\"jsonrpc\":\"2.0\",\"id\":\"q1\",\"method\":\"session/request_permission\",\"params\":{\"sessionId\":\""
                + session + "\",\"toolCall\":{\"toolCallId\":\"c1\",\"kind\":\"execute\",\"rawInput\":{\"command\":\"ls"
                + padding
                + "\"}},\"options\":[{\"optionId\":\"a\",\"kind\":\"allow_always\"},{\"optionId\":\"o\",\"kind\":\"allow_once\"},"
                + "{\"optionId\":\"n\",\"kind\":\"reject_once\"}]}}";
    }

    @Test
    void takesWhatIsAskedToTheOwner() {
        AcpDecoder decoder = new AcpDecoder(AGENT, Requests.overseen(FIRST, new Oversight(true, Optional.empty())));
        tell(decoder, INITIALIZED);
        tell(decoder, IN_SESSION);
        tell(decoder, asking("ses_1", ""));
        assertThat(last().path("method").asText()).isEqualTo("session/prompt");
        assertThat(decoder.permissions()).singleElement().satisfies(asked -> {
            assertThat(asked.id()).isEqualTo("\"q1\"");
            assertThat(asked.tool()).isEqualTo("execute");
            assertThat(asked.use()).isEqualTo("c1");
            assertThat(asked.input())
                    .isEqualTo("{\"toolCallId\":\"c1\",\"kind\":\"execute\",\"rawInput\":{\"command\":\"ls\"}}");
            assertThat(asked.replies().allowed()).contains("\"id\":\"q1\"", "\"optionId\":\"o\"");
            assertThat(asked.replies().denied("no")).contains("\"optionId\":\"n\"");
            assertThat(asked.replies().cancelled()).contains("\"cancelled\"");
        });
        assertThat(decoder.permissions()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"ses_2, 0", "ses_1, 70000"})
    void rejectsWhatCannotBeShownWholeOrIsOfAnotherSession(String session, int padding) {
        AcpDecoder decoder = new AcpDecoder(AGENT, Requests.overseen(FIRST, new Oversight(true, Optional.empty())));
        tell(decoder, INITIALIZED);
        tell(decoder, IN_SESSION);
        tell(decoder, asking(session, "x".repeat(padding)));
        assertThat(decoder.permissions()).isEmpty();
        assertThat(last().path("result").path("outcome").path("optionId").asText())
                .isEqualTo("n");
    }

    @ParameterizedTest(name = "{0} is answered {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[{'optionId':'n','kind':'reject_once'},{'optionId':'a','kind':'allow_always'},{'optionId':'o','kind':'allow_once'}] | {'outcome':'selected','optionId':'o'}",
                "[{'optionId':'a','kind':'allow_always'}] | {'outcome':'selected','optionId':'a'}",
                "[{'optionId':'n','kind':'reject_once'}] | {'outcome':'cancelled'}",
                "'allow' | {'outcome':'cancelled'}"
            })
    void allowsWhatTheAgentMayBeAllowed(String options, String outcome) throws IOException {
        AcpDecoder decoder = prompted(FIRST);
        assertThat(tell(
                        decoder,
                        quoted("{'jsonrpc':'2.0','id':'q1','method':'session/request_permission','params':{'sessionId':"
                                + "'ses_1','toolCall':{'toolCallId':'c','kind':'edit','rawInput':{'path':'/w'}},'options':"
                                + options + "}}")))
                .containsExactly(new ToolCall("c", "edit", "{\"path\":\"/w\"}"));
        assertThat(last())
                .isEqualTo(JSON.readTree(quoted("{'jsonrpc':'2.0','id':'q1','result':{'outcome':" + outcome + "}}")));
    }

    @Test
    void saysThatItOffersNothingElse() {
        AcpDecoder decoder = prompted(FIRST);
        tell(
                decoder,
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"fs/read_text_file\",\"params\":{\"path\":\"/etc/passwd\"}}");
        assertThat(last().path("id").asInt(-1)).isZero();
        assertThat(last().path("error").path("code").asInt()).isEqualTo(-32601);
        int before = said.size();
        tell(decoder, "{\"jsonrpc\":\"2.0\",\"method\":\"an/announcement\"}");
        assertThat(said).hasSize(before);
    }

    @Test
    void setsTheModelByTheAgentsOptionAndChecksTheEcho() {
        TurnRequest request = Requests.as(FIRST, Optional.empty(), Optional.of("m2"));
        String offer = quoted("{'jsonrpc':'2.0','id':2,'result':{'sessionId':'ses_1','configOptions':[{'id':'model',"
                + "'category':'model','currentValue':'m1'}]}}");
        AcpDecoder obeys = new AcpDecoder(AGENT, request);
        tell(obeys, INITIALIZED);
        tell(obeys, offer);
        assertThat(last().path("method").asText()).isEqualTo("session/set_config_option");
        assertThat(tell(obeys, quoted("{'id':3,'result':{'configOptions':[{'id':'model','currentValue':'m2'}]}}")))
                .isEmpty();
        assertThat(last().path("method").asText()).isEqualTo("session/prompt");

        AcpDecoder lies = new AcpDecoder(AGENT, request);
        tell(lies, INITIALIZED);
        tell(lies, offer);
        assertThat(tell(lies, quoted("{'id':3,'result':{'configOptions':[{'id':'model','currentValue':'m1'}]}}")))
                .containsExactly(new Finished(
                        false,
                        "Agent does not use the model m2: it acknowledged it and uses m1. Set the bot to another model,"
                                + " or to none"));
    }

    @Test
    void setsTheModelOfAnAgentWithoutSuchAnOption() {
        TurnRequest request = Requests.as(FIRST, Optional.empty(), Optional.of("m2"));
        AcpDecoder decoder = new AcpDecoder(AGENT, request);
        tell(decoder, INITIALIZED);
        tell(decoder, IN_SESSION);
        assertThat(last().path("method").asText()).isEqualTo("session/set_model");
        assertThat(last().path("params").path("modelId").asText()).isEqualTo("m2");
        assertThat(tell(decoder, quoted("{'id':3,'error':{'code':-32602,'message':'model not found'}}")))
                .singleElement()
                .isInstanceOfSatisfying(Finished.class, end -> {
                    assertThat(end.succeeded()).isFalse();
                    assertThat(end.message()).contains("m2", "model not found");
                });
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'id':4,'result':{'stopReason':'cancelled'}} | interrupted",
                "{'id':4,'result':{'stopReason':'refusal'}} | Agent stopped before it was done: refusal",
                "{'id':4,'error':{'code':-32603,'message':'Internal error','data':{'details':'quota'}}} | Agent reports: Internal error (quota)",
                "{'id':4,'error':{'code':-32000,'message':'no'}} | Agent reports: it wants a sign-in (no): log in with its own program, or set its key"
            })
    void failsWithTheAgentsWords(String answer, String message) {
        assertThat(tell(prompted(FIRST), quoted(answer))).last().isEqualTo(new Finished(false, message));
    }

    @Test
    void failsWhereTheAgentSpeaksAnotherVersion() {
        assertThat(tell(new AcpDecoder(AGENT, FIRST), quoted("{'id':1,'result':{'protocolVersion':2}}")))
                .containsExactly(
                        new Finished(
                                false,
                                "Agent does not speak version 1 of the Agent Client Protocol: install a version of it that does"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "words",
                "{}",
                "{\"id\":4}",
                "{\"id\":{},\"result\":1}",
                "{\"id\":[1],\"method\":\"x\"}",
                "{\"id\":1.5,\"method\":\"x\"}"
            })
    void callsALineJunkThatIsNoMessage(String line) {
        assertThat(new AcpDecoder(AGENT, FIRST).line(line)).containsExactly(new Junk(line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":99,\"result\":{}}",
                "{\"id\":\"4\",\"result\":{\"stopReason\":\"end_turn\"}}",
                "{\"id\":2,\"result\":{\"sessionId\":\"again\"}}"
            })
    void passesOverAnswersToWhatItDidNotAsk(String line) {
        assertThat(tell(prompted(FIRST), line)).isEmpty();
    }

    @Test
    void boundsTheCallsThatAreAnnounced() {
        AcpDecoder decoder = prompted(FIRST);
        for (int i = 0; i < 1000; i++) {
            tell(
                    decoder,
                    quoted("{'method':'session/update','params':{'sessionId':'ses_1','update':{'sessionUpdate':"
                            + "'tool_call','toolCallId':'" + i + "'}}}"));
        }
        assertThat(tell(decoder, quoted("{'id':4,'result':{'stopReason':'end_turn'}}")))
                .filteredOn(ToolCall.class::isInstance)
                .hasSize(256);
    }

    @Property(tries = 1000)
    void neverThrowsAndFinishesExactlyOnce(@ForAll("hostileLines") List<String> lines) {
        AcpDecoder decoder = new AcpDecoder(
                AGENT,
                Requests.as(FIRST, Optional.of("ses_1"), lines.size() % 2 == 0 ? Optional.of("m") : Optional.empty()));
        assertThat(HostileLines.decode(decoder, lines))
                .filteredOn(Finished.class::isInstance)
                .hasSize(1);
        assertThat(decoder.replies())
                .allSatisfy(reply -> assertThat(reply.indexOf('\n')).isEqualTo(reply.length() - 1));
    }

    @Provide
    Arbitrary<List<String>> hostileLines() {
        return HostileLines.like(INITIALIZED + "\n" + IN_SESSION + "\n" + TURN);
    }

    private AcpDecoder prompted(TurnRequest request) {
        AcpDecoder decoder = new AcpDecoder(AGENT, request);
        tell(decoder, INITIALIZED);
        tell(decoder, IN_SESSION);
        return decoder;
    }

    private List<TurnEvent> tell(AcpDecoder decoder, String lines) {
        return tell(decoder, lines.lines().toList());
    }

    private List<TurnEvent> tell(AcpDecoder decoder, List<String> lines) {
        List<TurnEvent> events = new ArrayList<>();
        for (String line : lines) {
            events.addAll(decoder.line(line));
            for (String reply : decoder.replies()) {
                said.add(parsed(reply));
            }
        }
        return events;
    }

    private JsonNode last() {
        return said.getLast();
    }

    private static JsonNode parsed(String reply) {
        try {
            return JSON.readTree(reply);
        } catch (IOException broken) {
            throw new AssertionError("not JSON: " + reply, broken);
        }
    }

    private static String quoted(String text) {
        return text.replace('\'', '"');
    }
}
