package dev.mausbot.home.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the owner sees of what a tool is to be used with: all of it, whatever it is. */
class CardViewTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"command\":\"a\\nb\",\"n\":1} | command=a↵b;n=1",
                "{\"a\":{\"b\":[1,\"x\"]}} | a={\"b\":[1,\"x\"]}",
                "{\"n\":1.00000000000000000001} | n=1.00000000000000000001",
                "{\"n\":\"\",\"m\":null} | n=;m=null",
                // The engine may take the first of the two, and only the second would be seen.
                "{\"command\":\"rm -rf x\",\"command\":\"ls\"} | ={\"command\":\"rm -rf x\",\"command\":\"ls\"}",
                "{\"a\":1} {\"b\":2} | ={\"a\":1} {\"b\":2}",
                "{} | ={}",
                "[1] | =[1]",
                "no json | =no json"
            })
    void showsEveryParameter(String input, String shown) {
        assertThat(CardView.parameters(input).stream()
                        .map(one -> one.name() + "=" + one.text().replace("\n", "↵"))
                        .collect(Collectors.joining(";")))
                .isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"one, 1", "'a\nb\nc', 3", "'', 0"})
    void saysHowManyLinesThereAre(String text, long lines) {
        assertThat(new CardView.Parameter("command", text).lines()).isEqualTo(lines);
    }
}
