package dev.mausbot.home.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LineSplitterTest {
    private static final int BOUND = 1024;

    @Test
    void keepsACharacterWholeThatComesInTwoReads() {
        byte[] bytes = "a😀b\n".getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= bytes.length; cut++) {
            LineSplitter splitter = new LineSplitter(BOUND);
            List<String> lines = new ArrayList<>(splitter.feed(bytes, 0, cut));
            lines.addAll(splitter.feed(bytes, cut, bytes.length - cut));
            assertThat(lines).as("cut after byte %s", cut).containsExactly("a😀b");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "LF                       | a~b~        | a,b",
                "CRLF                     | a^~b^~      | a,b",
                "a lone CR is text        | a^b~        | a^b",
                "only one CR is taken off | a^^~        | a^",
                "an empty line is a line  | a~~b~       | a,,b",
                "no line end at the end   | a~b         | a,b",
                "CR at the end            | a~b^        | a,b"
            })
    void endsLinesAt(String name, String input, String lines) {
        String text = input.strip().replace('~', '\n').replace('^', '\r');
        assertThat(all(new LineSplitter(BOUND), text.getBytes(StandardCharsets.UTF_8)))
                .as(name)
                .containsExactly(lines.strip().replace('^', '\r').split(",", -1));
    }

    @Test
    void replacesBytesThatAreNotUtf8() {
        byte[] bytes = {'a', (byte) 0xFF, (byte) 0xC3, '\n', (byte) 0xE2, (byte) 0x82, '\n'};
        assertThat(all(new LineSplitter(BOUND), bytes)).containsExactly("a\uFFFD\uFFFD", "\uFFFD");
    }

    @Test
    void keepsALineOfFiveMegabytesWhole() {
        int length = 5 * 1024 * 1024;
        String line = "x".repeat(length);
        assertThat(all(new LineSplitter(8 * 1024 * 1024), (line + "\nnext\n").getBytes(StandardCharsets.UTF_8)))
                .containsExactly(line, "next");
    }

    @Test
    void cutsALineOverTheBoundAndGoesOnWithTheNext() {
        assertThat(all(new LineSplitter(4), "123456789\nab\n".getBytes(StandardCharsets.UTF_8)))
                .containsExactly("1234 …[5 bytes cut]", "ab");
    }

    @Test
    void cutsBeforeACharacterAndNotInIt() {
        assertThat(all(new LineSplitter(4), "ab😀cd\n".getBytes(StandardCharsets.UTF_8)))
                .containsExactly("ab …[6 bytes cut]");
    }

    @Test
    void marksACutLineThatNeverEnds() {
        assertThat(all(new LineSplitter(4), "123456".getBytes(StandardCharsets.UTF_8)))
                .containsExactly("1234 …[2 bytes cut]");
    }

    @Test
    void holdsNoMoreThanTheBoundOfAGigabyteWithoutALineEnd() {
        LineSplitter splitter = new LineSplitter(BOUND);
        byte[] chunk = new byte[1024 * 1024];
        for (int i = 0; i < 1024; i++) {
            assertThat(splitter.feed(chunk, 0, chunk.length)).isEmpty();
        }
        assertThat(splitter.end().orElseThrow()).endsWith("…[" + ((1L << 30) - BOUND) + " bytes cut]");
    }

    @Property
    void findsTheSameLinesHoweverTheBytesAreCut(
            @ForAll @Size(max = 200) byte[] bytes,
            @ForAll @IntRange(min = 1, max = 17) int step,
            @ForAll @IntRange(min = 1, max = 40) int bound) {
        assertThat(all(new LineSplitter(bound), bytes, step)).isEqualTo(all(new LineSplitter(bound), bytes));
    }

    @Property
    void givesBackEveryLineOfAText(@ForAll List<@Size(max = 20) String> texts) {
        List<String> lines =
                texts.stream().map(text -> text.replaceAll("[\r\n\\p{Cs}]", "")).toList();
        String joined = String.join("", lines.stream().map(line -> line + "\n").toList());
        assertThat(all(new LineSplitter(BOUND), joined.getBytes(StandardCharsets.UTF_8), 3))
                .isEqualTo(lines);
    }

    private static List<String> all(LineSplitter splitter, byte[] bytes) {
        return all(splitter, bytes, Math.max(1, bytes.length));
    }

    private static List<String> all(LineSplitter splitter, byte[] bytes, int step) {
        List<String> lines = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += step) {
            lines.addAll(splitter.feed(bytes, at, Math.min(step, bytes.length - at)));
        }
        splitter.end().ifPresent(lines::add);
        return lines;
    }
}
