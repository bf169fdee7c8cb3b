package dev.mausbot.home.engine;

import static dev.mausbot.home.engine.CodexAppDecoderTest.OF_TURN;
import static dev.mausbot.home.engine.CodexAppDecoderTest.parsed;
import static dev.mausbot.home.engine.CodexAppDecoderTest.quoted;
import static dev.mausbot.home.engine.CodexAppDecoderTest.running;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Codex asks, as a turn's decoder takes it. */
class CodexQuestionsTest {
    private static final TurnRequest FIRST = Requests.first("hello", Path.of("/w"), Map.of());

    private static final String COMMAND = command("'command':'/bin/bash -lc \1touch a\1'");
    private static final String CHANGE = "{'method':'item/started','params':{" + OF_TURN
            + ",'item':{'type':'fileChange','id':'c1','changes':[{'path':'/w/a','kind':{'type':'add'},'diff':'x'}]}}}";
    private static final String PATCH = "{'id':0,'method':'item/fileChange/requestApproval','params':{" + OF_TURN
            + ",'itemId':'c1','reason':null,'grantRoot':null}}";
    private static final String TOOL = "{'id':0,'method':'mcpServer/elicitation/request','params':{" + OF_TURN
            + ",'serverName':'docs','mode':'form','_meta':{'codex_approval_kind':'mcp_tool_call','persist':['always'],"
            + "'tool_name':'ping','tool_params':{'a':1}},'message':'Allow it?','requestedSchema':{}}}";

    /** One of each, for tests of all that may come. */
    static final String ASKING = quoted(String.join("\n", COMMAND, CHANGE, PATCH, TOOL));

    private static String command(String fields) {
        return "{'id':0,'method':'item/commandExecution/requestApproval','params':{'kind':'command'," + OF_TURN
                + ",'itemId':'c1','startedAtMs':1796080048924,'environmentId':'local','cwd':'/w','reason':'let me',"
                + fields
                + ",'proposedExecpolicyAmendment':['touch'],'availableDecisions':['accept','cancel']}}";
    }

    private final CodexAppDecoder decoder = running(FIRST);

    private List<PermissionRequest> asked(String... lines) {
        for (String line : lines) {
            decoder.line(quoted(line));
        }
        return decoder.permissions();
    }

    private PermissionRequest one(String... lines) {
        List<PermissionRequest> asked = asked(lines);
        assertThat(asked).hasSize(1);
        assertThat(decoder.replies()).isEmpty();
        return asked.getFirst();
    }

    private static JsonNode result(String reply) {
        return parsed(reply).path("result");
    }

    private void deniedAtOnce(UnaryOperator<JsonNode> decision, String... lines) {
        assertThat(asked(lines)).isEmpty();
        assertThat(decoder.replies())
                .singleElement()
                .satisfies(reply ->
                        assertThat(decision.apply(result(reply)).asText()).isEqualTo("decline"));
    }

    @Test
    void takesACommandToTheOwnerWithAllThatIsSaidOfIt() {
        PermissionRequest asked = one(COMMAND);
        assertThat(asked.id()).isEqualTo("0");
        assertThat(asked.tool()).isEqualTo("shell");
        assertThat(asked.use()).isEqualTo("c1");
        assertThat(asked.input())
                .isEqualTo(quoted(
                        "{'command':'touch a','commandLine':'/bin/bash -lc \1touch a\1','kind':'command','cwd':'/w',"
                                + "'reason':'let me'}"));
        assertThat(parsed(asked.replies().allowed()).path("id").intValue()).isZero();
        assertThat(result(asked.replies().allowed()).toString()).isEqualTo("{\"decision\":\"accept\"}");
        assertThat(result(asked.replies().cancelled()).toString()).isEqualTo("{\"decision\":\"cancel\"}");
    }

    @Test
    void saysWhereACommandRunsIfItIsNotHere() {
        assertThat(one(COMMAND.replace("local", "elsewhere")).input()).contains("\"environmentId\":\"elsewhere\"");
    }

    @Test
    void sendsTheOwnersWordsAheadOfANo() {
        List<JsonNode> said = one(COMMAND)
                .replies()
                .denied("not \"here\"\nplease")
                .lines()
                .map(CodexAppDecoderTest::parsed)
                .toList();
        assertThat(said).hasSize(2);
        assertThat(said.getFirst().path("method").asText()).isEqualTo("turn/steer");
        assertThat(said.getFirst().path("params").path("expectedTurnId").asText())
                .isEqualTo(CodexAppDecoderTest.TURN);
        assertThat(said.getFirst()
                        .path("params")
                        .path("input")
                        .path(0)
                        .path("text")
                        .asText())
                .isEqualTo("not \"here\"\nplease");
        assertThat(said.getLast().path("result").path("decision").asText()).isEqualTo("decline");
    }

    @Test
    void hasNoPlaceForWordsWhereTheTurnIsNotKnown() {
        String reply = one(TOOL.replace("'turnId':'" + CodexAppDecoderTest.TURN + "'", "'turnId':null"))
                .replies()
                .denied("no");
        assertThat(reply.lines()).hasSize(1);
        assertThat(result(reply).path("action").asText()).isEqualTo("decline");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`/bin/bash -lc ls` | `ls`",
                "`/usr/bin/bash -c ls` | `ls`",
                "`/bin/sh -lc \1ls -l; rm a\1` | `ls -l; rm a`",
                "`/bin/bash -lc \"echo \1a\1\"` | `/bin/bash -lc \"echo \1a\1\"`",
                "`/bin/bash -lc \1a\1 b` | `/bin/bash -lc \1a\1 b`",
                "`/bin/bash -lc \1a\1\\\1\1b\1` | `/bin/bash -lc \1a\1\\\1\1b\1`",
                "`/w/bash -lc ls` | `/w/bash -lc ls`",
                "`/bin/zsh -lc ls` | `/bin/zsh -lc ls`",
                "`/bin/bash -lc $x` | `/bin/bash -lc $x`",
                "`ls -l` | `ls -l`"
            })
    void knowsWhatAShellIsToldOnlyWhereThatIsSure(String commandLine, String text) {
        assertThat(CodexQuestions.shellText(commandLine.replace('\1', '\''))).isEqualTo(text.replace('\1', '\''));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'kind':'writeStdin'", "'kind':'humanCommand'", "'networkApprovalContext':{'host':'x'}"})
    void letsNoRuleSpeakOfWhatIsNoCommandToStart(String fields) {
        String line = command("'command':'ls'").replace("'kind':'command'", fields);
        assertThat(parsed(one(line).input()).has("command")).isFalse();
    }

    @Test
    void showsWhichFilesItWantsToChange() {
        PermissionRequest asked = one(CHANGE, PATCH);
        assertThat(asked.tool()).isEqualTo("apply_patch");
        assertThat(asked.input())
                .startsWith(quoted("{'changes':[{'path':'/w/a','kind':{'type':'add'},'diff':'x'}],"))
                .contains("\"grantRoot\":null");
        assertThat(result(asked.replies().allowed()).path("decision").asText()).isEqualTo("accept");
    }

    @Test
    void showsTheChangesAsTheyAreNow() {
        String now = "{'method':'item/fileChange/patchUpdated','params':{" + OF_TURN
                + ",'itemId':'c1','changes':[{'path':'/w/b'}]}}";
        assertThat(one(CHANGE, now, PATCH).input()).contains("/w/b").doesNotContain("/w/a");
    }

    @Test
    void deniesChangesThatItWasNotToldOf() {
        deniedAtOnce(reply -> reply.path("decision"), PATCH);
    }

    @Test
    void deniesChangesThatAreOver() {
        deniedAtOnce(reply -> reply.path("decision"), CHANGE, CHANGE.replace("started", "completed"), PATCH);
    }

    @Test
    void deniesChangesOfAnotherThreadUnderTheSameName() {
        deniedAtOnce(reply -> reply.path("decision"), CHANGE.replace(CodexAppDecoderTest.THREAD, "t"), PATCH);
    }

    @Test
    void boundsTheChangesThatItKeeps() {
        for (int i = 0; i < 64; i++) {
            decoder.line(quoted(CHANGE.replace("c1", "other" + i)));
        }
        deniedAtOnce(reply -> reply.path("decision"), CHANGE, PATCH);
    }

    @Test
    void takesAToolOfAServerToTheOwner() {
        PermissionRequest asked = one(TOOL);
        assertThat(asked.tool()).isEqualTo("docs.ping");
        assertThat(asked.input()).startsWith("{\"arguments\":{\"a\":1},").contains("Allow it?");
        assertThat(result(asked.replies().allowed()).toString()).isEqualTo("{\"action\":\"accept\",\"content\":{}}");
        assertThat(result(asked.replies().cancelled()).toString()).isEqualTo("{\"action\":\"cancel\"}");
    }

    @Test
    void declinesWhatAServerAsksForItself() {
        deniedAtOnce(reply -> reply.path("action"), TOOL.replace("mcp_tool_call", "form"));
    }

    @Test
    void asksForTheAgentsThatItStartedAsWell() {
        String thread = "01a22eb6-1111-73f1-8b80-cc8627461023";
        PermissionRequest asked = one(COMMAND.replace(CodexAppDecoderTest.THREAD, thread));
        assertThat(asked.replies().denied("no")).contains(thread);
    }

    @Test
    void deniesWhatCannotBeShownWhole() {
        deniedAtOnce(
                reply -> reply.path("decision"),
                command("'command':'" + "x".repeat(PermissionRequest.LONGEST_INPUT) + "'"));
    }

    @Test
    void deniesASecondQuestionUnderTheSameName() {
        one(COMMAND);
        deniedAtOnce(reply -> reply.path("decision"), COMMAND.replace("touch a", "touch b"));
    }

    @Test
    void deniesWhatIsAskedBeforeItsTurnAndPassesOverWhatComesAfter() {
        CodexAppDecoder early = new CodexAppDecoder(FIRST);
        early.line(quoted(COMMAND));
        assertThat(early.permissions()).isEmpty();
        assertThat(early.replies())
                .singleElement()
                .satisfies(reply -> assertThat(reply).contains("decline"));
        decoder.silent();
        decoder.line(quoted(COMMAND));
        assertThat(decoder.permissions()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "item/tool/requestUserInput",
                "item/permissions/requestApproval",
                "item/tool/call",
                "account/chatgptAuthTokens/refresh",
                "attestation/generate",
                "execCommandApproval",
                "anything"
            })
    void saysThatItOffersNothingElse(String method) {
        assertThat(asked("{'id':'x','method':'" + method + "','params':{}}")).isEmpty();
        assertThat(decoder.replies()).singleElement().satisfies(reply -> {
            assertThat(parsed(reply).path("id").asText()).isEqualTo("x");
            assertThat(parsed(reply).path("error").path("code").asInt()).isEqualTo(-32601);
        });
    }

    @Test
    void takesNoMoreThanATurnMayAsk() {
        int taken = 0;
        for (int i = 0; i < 5000; i++) {
            taken += asked(COMMAND.replace("'id':0", "'id':" + i)).size();
            decoder.replies();
        }
        assertThat(taken).isEqualTo(4096);
    }
}
