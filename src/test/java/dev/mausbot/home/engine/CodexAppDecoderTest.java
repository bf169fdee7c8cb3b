package dev.mausbot.home.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.engine.McpServer.Remote;
import dev.mausbot.home.engine.TurnEvent.Finished;
import dev.mausbot.home.engine.TurnEvent.Junk;
import dev.mausbot.home.engine.TurnEvent.McpServerFailed;
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

/** What it asks for is in {@link CodexQuestionsTest}. */
class CodexAppDecoderTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path WORK = Path.of("/w");
    private static final TurnRequest FIRST = Requests.first("hello", WORK, Map.of());

    static final String THREAD = "01a22eb6-9a2e-73f1-8b80-cc8627461023";
    static final String TURN = "01a22eb6-9a78-78d0-b63e-5b8f02839b49";
    static final String OF_TURN = "'threadId':'" + THREAD + "','turnId':'" + TURN + "'";

    private static final String INITIALIZED = quoted("{'id':1,'result':{'userAgent':'cloud-home/0.171.0'}}");
    private static final String IN_THREAD = quoted("{'id':2,'result':{'thread':{'id':'" + THREAD
            + "','turns':[]},'model':'m1','approvalPolicy':'untrusted','approvalsReviewer':'user'}}");
    private static final String BEGUN =
            quoted("{'id':3,'result':{'turn':{'id':'" + TURN + "','items':[],'status':'inProgress'}}}");

    /** As 0.171.0 told of a turn, shortened. */
    private static final String TOLD = quoted(String.join(
            "\n",
            item("started", "'type':'userMessage','id':'u','content':[]"),
            "{'method':'item/reasoning/summaryTextDelta','params':{" + OF_TURN + ",'itemId':'r','delta':'hm'}}",
            item("completed", "'type':'reasoning','id':'r','summary':['hm'],'content':[]"),
            "{'method':'item/agentMessage/delta','params':{" + OF_TURN + ",'itemId':'m1','delta':'I '}}",
            "{'method':'item/agentMessage/delta','params':{" + OF_TURN + ",'itemId':'m1','delta':'look.'}}",
            item("completed", "'type':'agentMessage','id':'m1','text':'I look.'"),
            item(
                    "started",
                    "'type':'commandExecution','id':'c','command':'/bin/bash -lc \1echo hi > a\1','status':'inProgress'"),
            item(
                    "completed",
                    "'type':'commandExecution','id':'c','status':'completed','aggregatedOutput':'hi\\n','exitCode':0"),
            item("completed", "'type':'agentMessage','id':'m2','text':'one'"),
            item("completed", "'type':'agentMessage','id':'m3','text':'two'"),
            "{'method':'turn/plan/updated','params':{" + OF_TURN
                    + ",'plan':[{'step':'look','status':'completed'},{'step':'act','status':'pending'}]}}",
            usage(TURN, 30, 10),
            "{'method':'turn/completed','params':{'threadId':'" + THREAD + "','turn':{'id':'" + TURN
                    + "','items':[],'status':'completed','error':null}}}"));

    private final List<JsonNode> said = new ArrayList<>();

    private static String item(String what, String fields) {
        return "{'method':'item/" + what + "','params':{'item':{" + fields + "}," + OF_TURN + "}}";
    }

    private static String usage(String turn, int in, int out) {
        return "{'method':'thread/tokenUsage/updated','params':{'threadId':'" + THREAD + "','turnId':'" + turn
                + "','tokenUsage':{'total':{'inputTokens':" + in + ",'outputTokens':" + out + "}}}}";
    }

    @Test
    void takesATurnFromItsFirstWordToItsLast() {
        CodexAppDecoder decoder = new CodexAppDecoder(FIRST);
        assertThat(tell(decoder, INITIALIZED)).isEmpty();
        assertThat(said)
                .extracting(message -> message.path("method").asText())
                .containsExactly("initialized", "thread/start");
        assertThat(decoder.interruptLine()).isEmpty();
        assertThat(tell(decoder, IN_THREAD)).containsExactly(new Session(THREAD));
        assertThat(last().path("params").path("input").path(0).path("text").asText())
                .isEqualTo("hello");
        assertThat(decoder.interruptLine()).isEmpty();
        assertThat(tell(decoder, BEGUN)).isEmpty();
        assertThat(decoder.interruptLine().map(CodexAppDecoderTest::parsed)).hasValueSatisfying(line -> {
            assertThat(line.path("method").asText()).isEqualTo("turn/interrupt");
            assertThat(line.path("params"))
                    .isEqualTo(JSON.createObjectNode().put("threadId", THREAD).put("turnId", TURN));
        });
        assertThat(tell(decoder, TOLD))
                .containsExactly(
                        new Thinking("hm"),
                        new Text("I "),
                        new Text("look."),
                        new ToolCall("c", "shell", "{\"command\":\"echo hi > a\"}"),
                        new ToolResult("c", false, "hi\n"),
                        new Text("one"),
                        new Text("\n\ntwo"),
                        new Status("plan:\n[x] look\n[ ] act"),
                        new Usage(30, 10),
                        new Finished(true, ""));
        assertThat(tell(decoder, TOLD)).isEmpty();
        assertThat(decoder.interruptLine()).isEmpty();
        assertThat(decoder.end(0)).isEmpty();
    }

    @Test
    void hasItAskAboutEverythingAndObeyNothingOfTheFolder() throws IOException {
        tell(new CodexAppDecoder(Requests.withModel("m1", Path.of("/w/it's \"mine\""), Map.of())), INITIALIZED);
        assertThat(last().path("params")).isEqualTo(JSON.readTree("""
                        {"cwd":"/w/it's \\"mine\\"","approvalPolicy":"untrusted","approvalsReviewer":"user",
                         "sandbox":"danger-full-access","model":"m1",
                         "config":{"projects":{"/w/it's \\"mine\\"":{"trust_level":"untrusted"}}}}
                        """));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'approvalPolicy':'never','approvalsReviewer':'user' | \"never\"",
                "'approvalPolicy':{'granular':{}},'approvalsReviewer':'user' | granular",
                "'approvalPolicy':'untrusted','approvalsReviewer':'auto_review' | auto_review",
                "'x':0 | its approval policy is"
            })
    void doesNotRunABotThatIsToAskWhereCodexWillNot(String told, String why) {
        CodexAppDecoder decoder = new CodexAppDecoder(FIRST);
        tell(decoder, INITIALIZED);
        said.clear();
        assertThat(tell(decoder, quoted("{'id':2,'result':{'thread':{'id':'" + THREAD + "'}," + told + "}}")))
                .singleElement()
                .isInstanceOfSatisfying(Finished.class, end -> {
                    assertThat(end.succeeded()).isFalse();
                    assertThat(end.message()).contains("does not ask as it was told to", why, "FULL");
                });
        assertThat(said).isEmpty();
    }

    @Test
    void doesNotRunWithAnotherModelThanItsBotIsSetTo() {
        CodexAppDecoder decoder = new CodexAppDecoder(Requests.withModel("m2", WORK, Map.of()));
        tell(decoder, INITIALIZED);
        assertThat(tell(decoder, IN_THREAD))
                .containsExactly(new Finished(
                        false, "Codex does not use the model m2 but m1. Set the bot to another model, or to none"));
    }

    @Test
    void goesOnWithTheThreadOfALaterTurnAndCountsOnlyWhatThisOneUses() {
        CodexAppDecoder decoder = new CodexAppDecoder(Requests.later("again", THREAD, WORK, Map.of()));
        tell(decoder, INITIALIZED);
        assertThat(last().path("method").asText()).isEqualTo("thread/resume");
        assertThat(last().path("params").path("threadId").asText()).isEqualTo(THREAD);
        assertThat(last().path("params").path("excludeTurns").asBoolean()).isTrue();
        tell(decoder, IN_THREAD);
        assertThat(tell(decoder, quoted(usage("01a22eb6-0000-78d0-b63e-5b8f02839b49", 20, 4))))
                .isEmpty();
        tell(decoder, BEGUN);
        assertThat(tell(decoder, TOLD)).contains(new Usage(10, 6)).last().isEqualTo(new Finished(true, ""));
    }

    @Test
    void startsANewThreadAndSaysSoWhereTheOldIsGone() {
        CodexAppDecoder decoder = new CodexAppDecoder(Requests.later("again", THREAD, WORK, Map.of()));
        tell(decoder, INITIALIZED);
        assertThat(tell(decoder, quoted("{'id':2,'error':{'code':-32600,'message':'no rollout found'}}")))
                .containsExactly(new Status(
                        "Codex cannot go on with this conversation's thread and starts a new one: no rollout found"));
        assertThat(last().path("method").asText()).isEqualTo("thread/start");
        assertThat(tell(decoder, IN_THREAD)).containsExactly(new Session(THREAD));
    }

    @Test
    void passesOverOtherThreadsAndTurns() {
        CodexAppDecoder decoder = running(FIRST);
        assertThat(tell(decoder, TOLD.replace(THREAD, "01a22eb6-0000-73f1-8b80-cc8627461023")))
                .isEmpty();
        assertThat(tell(decoder, TOLD.replace(TURN, "01a22eb6-0000-73f1-8b80-cc8627461023")))
                .isEmpty();
        assertThat(tell(decoder, TOLD)).last().isEqualTo(new Finished(true, ""));
    }

    @Test
    void isPatientWithAModelButNotWithOneThatDoesNotStart() {
        CodexAppDecoder decoder = new CodexAppDecoder(FIRST);
        assertThat(decoder.longestSilence()).contains(Duration.ofMinutes(1));
        tell(decoder, INITIALIZED);
        assertThat(decoder.longestSilence()).contains(Duration.ofMinutes(2));
        tell(decoder, IN_THREAD);
        assertThat(decoder.longestSilence()).contains(Duration.ofMinutes(1));
        tell(decoder, BEGUN);
        assertThat(decoder.longestSilence()).isEmpty();
    }

    @Test
    void endsTheTurnOfASilentOneWithWhatItWasAskedFor() {
        CodexAppDecoder decoder = new CodexAppDecoder(FIRST);
        tell(decoder, INITIALIZED);
        assertThat(decoder.silent())
                .containsExactly(new Finished(
                        false,
                        "Codex was asked for a thread and said nothing for 120 s: try again; if it stays so, install it"
                                + " anew with `npm install -g @openai/codex`"));
        assertThat(decoder.silent()).isEmpty();
        assertThat(decoder.end(0)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'status':'interrupted' | interrupted",
                "'status':'failed','error':{'message':'no','additionalDetails':'quota'} | no (quota)",
                "'status':'failed','error':null | Codex reports a failure",
                "'status':'lost' | Codex stopped before it was done: lost"
            })
    void endsAsItsTurnDid(String how, String message) {
        assertThat(tell(
                        running(FIRST),
                        quoted("{'method':'turn/completed','params':{'threadId':'" + THREAD + "','turn':{'id':'" + TURN
                                + "'," + how + "}}}")))
                .containsExactly(new Finished(false, message));
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "0 | Codex does not start: no",
                "1 | Codex starts no thread: no",
                "2 | Codex does not begin its turn: no",
            })
    void failsWithItsWordsWhereItDoesNotBegin(int steps, String message) {
        CodexAppDecoder decoder = new CodexAppDecoder(FIRST);
        List.of(INITIALIZED, IN_THREAD).subList(0, steps).forEach(line -> tell(decoder, line));
        assertThat(tell(decoder, quoted("{'id':" + (steps + 1) + ",'error':{'code':-32600,'message':'no'}}")))
                .containsExactly(new Finished(false, message));
    }

    @Test
    void tellsOfWhatGoesWrongOnTheWay() {
        CodexAppDecoder decoder = running(Requests.withServers(List.of(new Remote("docs")), WORK, Map.of()));
        assertThat(tell(
                        decoder,
                        quoted(String.join(
                                "\n",
                                "{'method':'error','params':{" + OF_TURN
                                        + ",'willRetry':true,'error':{'message':'Reconnecting... 1/5','additionalDetails':'401'}}}",
                                "{'method':'error','params':{" + OF_TURN
                                        + ",'willRetry':false,'error':{'message':'told at the end'}}}",
                                "{'method':'configWarning','params':{'summary':'a setting'}}",
                                "{'method':'warning','params':{'threadId':null,'message':'a model'}}",
                                "{'method':'mcpServer/startupStatus/updated','params':{'name':'docs','status':'starting'}}",
                                "{'method':'mcpServer/startupStatus/updated','params':{'name':'docs','status':'failed'}}",
                                "{'method':'mcpServer/startupStatus/updated','params':{'name':'docs','status':'failed'}}",
                                "{'method':'mcpServer/startupStatus/updated','params':{'name':'other','status':'failed'}}",
                                "{'method':'item/commandExecution/terminalInteraction','params':{" + OF_TURN
                                        + ",'itemId':'c','stdin':'touch a'}}",
                                "{'method':'a/new/one','params':{" + OF_TURN + "}}"))))
                .containsExactly(
                        new Status("Reconnecting... 1/5 (401)"),
                        new Status("a setting"),
                        new Status("a model"),
                        new McpServerFailed("docs"),
                        new Status("types into the program that runs: touch a"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'type':'commandExecution','command':'ls','status':'declined' | shell | {'command':'ls'} | declined | true",
                "'type':'commandExecution','command':'ls','status':'completed','exitCode':2,'aggregatedOutput':'x' | shell | {'command':'ls'} | x | true",
                "'type':'fileChange','status':'completed','changes':[{'path':'/w/a'}] | apply_patch | {'changes':[{'path':'/w/a'}]} | completed | false",
                "'type':'mcpToolCall','server':'docs','tool':'ping','arguments':{'a':1},'status':'completed','result':{'content':[{'type':'text','text':'pong'}]} | docs.ping | {'a':1} | pong | false",
                "'type':'mcpToolCall','server':'docs','tool':'ping','arguments':null,'status':'failed','error':{'message':'no'} | docs.ping | {} | no | true",
                "'type':'webSearch','query':'q' | web_search | {'query':'q'} | `` | false"
            })
    void showsEachKindOfCall(String fields, String name, String input, String output, boolean failed) {
        assertThat(tell(running(FIRST), quoted(item("completed", fields + ",'id':'c'"))))
                .containsExactly(new ToolCall("c", name, quoted(input)), new ToolResult("c", failed, output));
    }

    @ParameterizedTest
    @ValueSource(strings = {"words", "{}", "{\"id\":3}", "{\"id\":{},\"result\":1}", "{\"id\":1.5,\"method\":\"x\"}"})
    void callsALineJunkThatIsNoMessage(String line) {
        assertThat(new CodexAppDecoder(FIRST).line(line)).containsExactly(new Junk(line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":99,\"result\":{}}",
                "{\"id\":5,\"error\":{\"message\":\"no turn to steer\"}}",
                "{\"id\":3,\"error\":{\"message\":\"again\"}}",
                "{\"id\":\"3\",\"result\":{}}"
            })
    void passesOverAnswersThatItDoesNotWaitFor(String line) {
        assertThat(tell(running(FIRST), line)).isEmpty();
    }

    @Test
    void boundsTheItemsThatAreUnderWay() {
        CodexAppDecoder decoder = running(FIRST);
        List<TurnEvent> events = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            events.addAll(tell(decoder, quoted(item("started", "'type':'commandExecution','id':'" + i + "'"))));
            events.addAll(tell(
                    decoder,
                    quoted("{'method':'item/agentMessage/delta','params':{" + OF_TURN + ",'itemId':'m" + i
                            + "','delta':'x'}}")));
        }
        assertThat(RealClients.only(events, ToolCall.class)).hasSize(256);
        assertThat(RealClients.only(events, Text.class)).hasSize(256);
        assertThat(tell(decoder, quoted(item("completed", "'type':'agentMessage','id':'m999','text':'whole'"))))
                .containsExactly(new Text("\n\nwhole"));
    }

    @Test
    void saysWhyItEndedBeforeItsTurnWasOver() {
        CodexAppDecoder decoder = running(FIRST);
        decoder.errorLine("panicked at the broker omb_t0_abc");
        assertThat(decoder.end(101))
                .singleElement()
                .isInstanceOfSatisfying(
                        Finished.class,
                        end -> assertThat(end.message()).contains("exit code 101", "panicked at the broker omb_t0_…"));
    }

    @Property(tries = 1000)
    void neverThrowsAndFinishesExactlyOnce(@ForAll("hostileLines") List<String> lines) {
        CodexAppDecoder decoder = new CodexAppDecoder(
                Requests.as(FIRST, lines.size() % 3 == 0 ? Optional.of(THREAD) : Optional.empty(), Optional.empty()));
        assertThat(HostileLines.decode(decoder, lines))
                .filteredOn(Finished.class::isInstance)
                .hasSize(1);
        assertThat(decoder.replies())
                .allSatisfy(reply -> assertThat(reply.indexOf('\n')).isEqualTo(reply.length() - 1));
    }

    @Provide
    Arbitrary<List<String>> hostileLines() {
        return HostileLines.like(
                INITIALIZED + "\n" + IN_THREAD + "\n" + BEGUN + "\n" + TOLD + "\n" + CodexQuestionsTest.ASKING);
    }

    static CodexAppDecoder running(TurnRequest request) {
        CodexAppDecoder decoder = new CodexAppDecoder(request);
        List.of(INITIALIZED, IN_THREAD, BEGUN).forEach(decoder::line);
        decoder.replies();
        return decoder;
    }

    private List<TurnEvent> tell(CodexAppDecoder decoder, String lines) {
        List<TurnEvent> events = new ArrayList<>();
        lines.lines().forEach(line -> {
            events.addAll(decoder.line(line));
            decoder.replies().forEach(reply -> said.add(parsed(reply)));
        });
        return events;
    }

    private JsonNode last() {
        return said.getLast();
    }

    static JsonNode parsed(String reply) {
        try {
            return JSON.readTree(reply);
        } catch (IOException broken) {
            throw new AssertionError("not JSON: " + reply, broken);
        }
    }

    /** JSON with its quotes written as single ones, and a single quote as U+0001. */
    static String quoted(String text) {
        return text.replace('\'', '"').replace('\1', '\'');
    }
}
