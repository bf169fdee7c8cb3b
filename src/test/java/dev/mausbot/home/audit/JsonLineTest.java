package dev.mausbot.home.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonLineTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Property
    void givesBackEveryTextOnOneLineThatShowsNoControls(@ForAll @CharRange(from = 0, to = '\uffff') String text)
            throws IOException {
        String line = new JsonLine().text("text", text).number("n", 7).end();

        assertThat(line.chars().limit(line.length() - 1L).filter(unit -> unit < 0x20 || isHidden(unit)))
                .isEmpty();
        JsonNode read = JSON.readTree(line);
        assertThat(read.path("text").asText()).isEqualTo(withoutHalfPairs(text));
        assertThat(read.path("n").asInt()).isEqualTo(7);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "quote, 22, \\\"",
        "backslash, 5c, \\\\",
        "line end, a, \\n",
        "escape of a terminal, 1b, \\u001b",
        "delete, 7f, \\u007f",
        "C1 control, 9b, \\u009b",
        "right-to-left override, 202e, \\u202e",
        "line separator, 2028, \\u2028",
        "half of a pair, d800, \ufffd",
        "a letter, e4, \u00e4",
        "an emoji, 1f42d, \ud83d\udc2d",
    })
    void escapes(String name, String codePoint, String written) {
        String text = Character.toString(Integer.parseInt(codePoint, 16));

        assertThat(new JsonLine().text("t", text).end()).as(name).isEqualTo("{\"t\":\"" + written + "\"}\n");
    }

    @Test
    void cutsALongTextAndSaysSo() throws IOException {
        String line = new JsonLine().text("t", "x".repeat(1_000_000)).end();

        assertThat(JSON.readTree(line).path("t").asText()).isEqualTo("x".repeat(JsonLine.LONGEST_TEXT) + "\u2026");
    }

    @Test
    void leavesNoHalfOfAPairWhereItCuts() throws IOException {
        String line = new JsonLine()
                .text("t", "x" + "\ud83d\udc2d".repeat(JsonLine.LONGEST_TEXT))
                .end();

        assertThat(JSON.readTree(line).path("t").asText()).endsWith("\ud83d\udc2d\ufffd\u2026");
    }

    private static boolean isHidden(int unit) {
        int type = Character.getType(unit);
        return type == Character.CONTROL || type == Character.FORMAT || unit == 0x2028 || unit == 0x2029;
    }

    private static String withoutHalfPairs(String text) {
        return text.codePoints()
                .map(point -> Character.getType(point) == Character.SURROGATE ? 0xfffd : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
