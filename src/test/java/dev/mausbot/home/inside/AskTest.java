package dev.mausbot.home.inside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The helper on the one side, the home on the other: both ends are this test. */
class AskTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private ServerSocketChannel home;
    private final PipedOutputStream engine = new PipedOutputStream();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final ByteArrayOutputStream complaints = new ByteArrayOutputStream();
    private @Nullable Thread helper;

    @BeforeEach
    void listen() throws IOException {
        home = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        home.bind(UnixDomainSocketAddress.of(folder.resolve("a")));
    }

    @AfterEach
    void end() throws Exception {
        engine.close();
        if (helper != null) {
            helper.join();
        }
        home.close();
    }

    private void start(Map<String, String> environment) throws IOException {
        PipedInputStream in = new PipedInputStream(engine, 1 << 20);
        helper = Thread.ofVirtual()
                .start(() -> Ask.run(environment, in, new PrintStream(said, true), new PrintStream(complaints, true)));
    }

    private SocketChannel start() throws IOException {
        start(Map.of("OMB_ASK_SOCKET", folder.resolve("a").toString()));
        return home.accept();
    }

    private void tell(String message) throws IOException {
        engine.write((message.replace('\'', '"') + "\n").getBytes(StandardCharsets.UTF_8));
        engine.flush();
    }

    private JsonNode heard(int index) throws IOException {
        List<String> lines = await().until(
                        () -> said.toString(StandardCharsets.UTF_8).lines().toList(), list -> list.size() > index);
        return JSON.readTree(lines.get(index));
    }

    private static JsonNode line(SocketChannel box) throws IOException {
        return JSON.readTree(
                new Lines(Channels.newInputStream(box), 1 << 20).next().orElseThrow());
    }

    private static void answer(SocketChannel box, String id, String behavior, String message) throws IOException {
        String line =
                JSON.writeValueAsString(Map.of("t", "answer", "id", id, "behavior", behavior, "message", message));
        box.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    private static String words(JsonNode response) {
        return response.path("result").path("content").path(0).path("text").asText();
    }

    private static String approve(int id, String input) {
        return "{'jsonrpc':'2.0','id':" + id + ",'method':'tools/call','params':{'name':'approve','arguments':"
                + "{'tool_name':'Bash','input':" + input + ",'tool_use_id':'toolu_1'}}}";
    }

    @Test
    void speaksAsMuchOfTheProtocolAsIsAskedOfIt() throws Exception {
        try (SocketChannel box = start()) {
            tell("{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':'2025-11-25'}}");
            assertThat(heard(0).path("result").path("protocolVersion").asText()).isEqualTo("2025-11-25");
            tell("{'jsonrpc':'2.0','method':'notifications/initialized'}");
            tell("not JSON");
            tell("{'jsonrpc':'2.0','id':1,'method':'tools/list'}");
            assertThat(heard(1).path("result").path("tools").findValuesAsText("name"))
                    .containsExactly("approve", "ask_user");
            tell("{'jsonrpc':'2.0','id':'x','method':'resources/list'}");
            assertThat(heard(2).path("error").path("code").asInt()).isEqualTo(-32601);
            assertThat(heard(2).path("id").asText()).isEqualTo("x");
            tell("{'jsonrpc':'2.0','id':2,'method':'ping'}");
            assertThat(heard(3).path("result")).isEmpty();
            tell("{'jsonrpc':'2.0','id':3,'method':'tools/call','params':{'name':'rm'}}");
            assertThat(heard(4).path("error").path("code").asInt()).isEqualTo(-32602);
            assertThat(box.isConnected()).isTrue();
        }
    }

    @Test
    void givesTheInputBackAsItCameWhenItIsAllowed() throws Exception {
        try (SocketChannel box = start()) {
            tell(approve(7, "{'command':'ls \\u00e9','n':1.50,'deep':[{'a':null}]}"));
            JsonNode asked = line(box);
            assertThat(asked.path("t").asText()
                            + asked.path("kind").asText()
                            + asked.path("tool").asText())
                    .isEqualTo("askpermissionBash");
            assertThat(asked.path("input").toString())
                    .isEqualTo("{\"command\":\"ls \u00e9\",\"n\":1.5,\"deep\":[{\"a\":null}]}");
            answer(box, asked.path("id").asText(), "allow", "");
            assertThat(heard(0).path("id").asInt()).isEqualTo(7);
            assertThat(words(heard(0)))
                    .isEqualTo("{\"behavior\":\"allow\",\"updatedInput\":{\"command\":\"ls \u00e9\",\"n\":1.50,"
                            + "\"deep\":[{\"a\":null}]}}");
        }
    }

    @ParameterizedTest
    @CsvSource({"deny, no, no", "answer, yes, yes", "whatever, '', ''"})
    void takesEverythingElseForADenial(String behavior, String message, String told) throws Exception {
        try (SocketChannel box = start()) {
            tell(approve(1, "{}"));
            answer(box, line(box).path("id").asText(), behavior, message);
            assertThat(words(heard(0))).isEqualTo("{\"behavior\":\"deny\",\"message\":\"" + told + "\"}");
        }
    }

    @Test
    void asksInWords() throws Exception {
        try (SocketChannel box = start()) {
            tell("{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'ask_user','arguments':"
                    + "{'question':'which?','choices':['a','b']}}}");
            JsonNode asked = line(box);
            assertThat(asked.path("question").asText()).isEqualTo("which?");
            assertThat(asked.path("choices")).hasSize(2);
            answer(box, asked.path("id").asText(), "answer", "b");
            assertThat(words(heard(0))).isEqualTo("b");
            assertThat(heard(0).path("result").path("isError").asBoolean()).isFalse();
        }
    }

    @Test
    void answersInTheOrderOfTheAnswers() throws Exception {
        try (SocketChannel box = start()) {
            tell(approve(1, "{'command':'one'}"));
            JsonNode first = line(box);
            tell(approve(2, "{'command':'two'}"));
            JsonNode second = line(box);
            answer(box, second.path("id").asText(), "allow", "");
            assertThat(heard(0).path("id").asInt()).isEqualTo(2);
            answer(box, second.path("id").asText(), "allow", "");
            answer(box, first.path("id").asText(), "deny", "no");
            assertThat(heard(1).path("id").asInt()).isEqualTo(1);
            assertThat(said.toString(StandardCharsets.UTF_8).lines()).hasSize(2);
        }
    }

    @Test
    void takesAQuestionBackThatTheEngineCancels() throws Exception {
        try (SocketChannel box = start()) {
            tell(approve(5, "{}"));
            String id = line(box).path("id").asText();
            tell("{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':5}}");
            JsonNode taken = line(box);
            assertThat(taken.path("t").asText()).isEqualTo("withdraw");
            assertThat(taken.path("id").asText()).isEqualTo(id);
        }
    }

    @Test
    void deniesWhatIsTooLargeToBeShown() throws Exception {
        try (SocketChannel box = start()) {
            tell(approve(1, "{'content':'" + "x".repeat(Questions.LONGEST) + "'}"));
            assertThat(words(heard(0))).contains("\"deny\"", "65536 bytes");
            assertThat(box.isConnected()).isTrue();
        }
    }

    /** Each would end the connection at the home's side, and with it all that the box could ask. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'arguments':{'question':'which?','choices':['1','2','3','4','5','6','7','8','9']}",
                "'arguments':{'question':'which?','choices':['two\\nlines']}",
                "'arguments':{'question':'which?','choices':['']}",
                "'arguments':{'question':' '}",
                "'arguments':{}",
                "'arguments':{'question':'half of a pair \\ud800'}",
            })
    void refusesAQuestionThatTheHomeWouldNotRead(String arguments) throws Exception {
        try (SocketChannel box = start()) {
            tell("{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'ask_user'," + arguments + "}}");
            assertThat(heard(0).path("result").path("isError").asBoolean()).isTrue();
            tell(approve(2, "{}"));
            answer(box, line(box).path("id").asText(), "allow", "");
            assertThat(words(heard(1))).contains("\"allow\"");
        }
    }

    @Test
    void deniesWhatWaitsWhenTheHomeGoesAway() throws Exception {
        try (SocketChannel box = start()) {
            tell(approve(1, "{}"));
            line(box);
        }
        assertThat(words(heard(0))).contains("\"deny\"", "does not answer");
        tell(approve(2, "{}"));
        assertThat(words(heard(1))).contains("\"deny\"");
    }

    @ParameterizedTest
    @CsvSource({"OMB_ASK_SOCKET, /nowhere/a", "OTHER, x"})
    void deniesWhereThereIsNoHome(String name, String value) throws Exception {
        start(Map.of(name, value));
        tell(approve(1, "{}"));
        assertThat(words(heard(0))).contains("\"deny\"");
        assertThat(complaints.toString(StandardCharsets.UTF_8)).contains("so everything is denied");
    }
}
