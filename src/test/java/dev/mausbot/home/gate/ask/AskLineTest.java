package dev.mausbot.home.gate.ask;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AskLineTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static Optional<AskLine> read(String line) {
        return AskLine.read(line.replace('\'', '"').getBytes(UTF_8));
    }

    @Test
    void readsTheThreeForms() {
        assertThat(
                        read(
                                "{'t':'ask','id':'a-1','kind':'permission','tool':'Bash','input':{'command':'ls','n':1.10},'use':''}"))
                .contains(
                        new AskLine.Ask(new Question.Permission("a-1", "Bash", "{\"command\":\"ls\",\"n\":1.10}", "")));
        assertThat(read("{'t':'ask','id':'2','kind':'question','question':'which\\n?','choices':['a','b']}"))
                .contains(new AskLine.Ask(new Question.Choice("2", "which\n?", List.of("a", "b"))));
        assertThat(read("{'t':'withdraw','id':'2'}")).contains(new AskLine.Withdraw("2"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "ask",
                "{'t':'answer','id':'1','behavior':'allow','message':''}",
                "{'t':'withdraw'}",
                "{'t':'withdraw','id':1}",
                "{'t':'withdraw','id':'a b'}",
                "{'t':'withdraw','id':'a','x':1}",
                "{'t':'withdraw','id':'a'} {}",
                "{'t':'withdraw','t':'withdraw','id':'a'}",
                "{'t':'ask','id':'1','kind':'permission','tool':'Bash','input':{}}",
                "{'t':'ask','id':'1','kind':'permission','tool':'Bash','input':[],'use':''}",
                "{'t':'ask','id':'1','kind':'permission','tool':'','input':{},'use':''}",
                "{'t':'ask','id':'1','kind':'permission','tool':'a\\u0007','input':{},'use':''}",
                "{'t':'ask','id':'1','kind':'permission','tool':'Bash','input':{'a':1,'a':2},'use':''}",
                "{'t':'ask','id':'1','kind':'permission','tool':'Bash','input':{'a':'\\ud800'},'use':''}",
                "{'t':'ask','id':'1','kind':'permission','tool':'Bash','input':{},'use':'','question':'x'}",
                "{'t':'ask','id':'1','kind':'question','question':' ','choices':[]}",
                "{'t':'ask','id':'1','kind':'question','question':'x','choices':[1]}",
                "{'t':'ask','id':'1','kind':'question','question':'x','choices':'a'}",
                "{'t':'ask','id':'1','kind':'question','question':'x','choices':['1','2','3','4','5','6','7','8','9']}",
                "{'t':'ask','id':'1','kind':'other','question':'x','choices':[]}"
            })
    void refusesEverythingElse(String line) {
        assertThat(read(line)).isEmpty();
    }

    @Test
    void refusesWhatIsNotUtf8() {
        byte[] line = "{\"t\":\"withdraw\",\"id\":\"a\"}".getBytes(UTF_8);
        line[line.length - 3] = (byte) 0xff;
        assertThat(AskLine.read(line)).isEmpty();
    }

    @Property
    void noBytesMakeItThrow(@ForAll @Size(max = 400) byte[] line) {
        assertThat(AskLine.read(line)).isNotNull();
    }

    @Property
    void whateverStandsInAnInputIsShownAndNothingElse(
            @ForAll @AlphaChars @StringLength(min = 1, max = 20) String tool, @ForAll String command) throws Exception {
        byte[] line = JSON.writeValueAsBytes(Map.of(
                "t",
                "ask",
                "id",
                "1",
                "kind",
                "permission",
                "tool",
                tool,
                "use",
                "u",
                "input",
                Map.of("command", command)));
        Optional<AskLine> read = AskLine.read(line);
        if (UTF_8.newEncoder().canEncode(command)) {
            assertThat(read)
                    .contains(new AskLine.Ask(new Question.Permission(
                            "1", tool, JSON.writeValueAsString(Map.of("command", command)), "u")));
        }
    }

    @Property
    void anAnswerIsOneLine(@ForAll String message) throws Exception {
        for (Answer answer : List.of(
                new Answer.Allowed(),
                new Answer.Denied(message),
                new Answer.Said(message),
                new Answer.Withdrawn(message))) {
            String line = new String(AskLine.answer("1", answer), UTF_8);
            assertThat(line.indexOf('\n')).isEqualTo(line.length() - 1);
            assertThat(JSON.readTree(line).path("behavior").asText()).isIn("allow", "deny", "answer");
        }
    }
}
