package dev.mausbot.home.inside;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
    private static final ObjectMapper LIBRARY = new ObjectMapper();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|{}",
                "[ ]|[]",
                " { \"a\" : [ 1 , -2.50e+3 , true , false , null ] } |{\"a\":[1,-2.50e+3,true,false,null]}",
                "\"\\u00e9\\n\\/\"|\"\u00e9\\u000a/\"",
                "\"\\ud83d\\ude00\"|\"\ud83d\ude00\"",
                "\"\\ud83d\"|\"\\ud83d\"",
                "1234567890123456789012345678901234567890|1234567890123456789012345678901234567890"
            })
    void readsAndWritesEveryKindOfValue(String text, String written) {
        assertThat(JsonReader.read(text).orElseThrow().written()).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[1,]",
                "[,1]",
                "{\"a\":1,}",
                "{\"a\"}",
                "{a:1}",
                "{'a':1}",
                "{\"a\":1}{}",
                "{} x",
                "{\"a\":1,\"a\":2}",
                "{\"a\":1,\"\\u0061\":2}",
                "01",
                "+1",
                "1.",
                ".5",
                "1e",
                "-",
                "NaN",
                "tru",
                "nul",
                "\"\n\"",
                "\"",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u00g0\"",
                "\"\\u\u0661\u0661\u0661\u0661\"",
                "//",
                "\ufeff{}"
            })
    void refusesWhatIsNotExactlyOneValue(String text) {
        assertThat(JsonReader.read(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"64, true", "65, false", "100000, false"})
    void goesOnlySoDeep(int levels, boolean read) {
        assertThat(JsonReader.read("[".repeat(levels) + "1" + "]".repeat(levels))
                        .isPresent())
                .isEqualTo(read);
    }

    @Property
    void whatItWritesIsWhatItRead(@ForAll("values") Json value) throws Exception {
        String written = value.written();
        assertThat(JsonReader.read(written)).contains(value);
        assertThat(written).doesNotContain("\n");
        assertThat(LIBRARY.readTree(written)).isNotNull();
    }

    @Property
    void neverThrows(@ForAll String text) {
        assertThat(JsonReader.read(text)).isNotNull();
        assertThat(JsonReader.read("{\"a\":" + text)).isNotNull();
    }

    @Provide
    Arbitrary<Json> values() {
        Arbitrary<Json> plain = Arbitraries.oneOf(
                Arbitraries.strings().map(Json.Text::new),
                Arbitraries.longs().map(number -> new Json.Figure(number.toString())),
                Arbitraries.of(true, false).map(Json.Bool::new),
                Arbitraries.just(new Json.Nothing()));
        return Arbitraries.recursive(
                () -> plain,
                inner -> Arbitraries.oneOf(
                        inner.list().ofMaxSize(4).map(list -> new Json.Items(new ArrayList<>(list))),
                        Arbitraries.maps(Arbitraries.strings().ofMaxLength(5), inner)
                                .ofMaxSize(4)
                                .map(map -> new Json.Members(new LinkedHashMap<>(map)))),
                0,
                3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":\"b\",\"c\":[\"d\",1]}"})
    void findsMembers(String text) {
        Json.Members object = JsonReader.object(text).orElseThrow();
        assertThat(object.text("a")).isEqualTo("b");
        assertThat(object.text("c")).isEmpty();
        assertThat(object.texts("c")).isEqualTo(List.of("d"));
        assertThat(object.object("a").values()).isEqualTo(Map.of());
        assertThat(JsonReader.object("[1]")).isEmpty();
    }
}
