package dev.mausbot.home.boot;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ShownTextTest {
    @Test
    void showsNothingThatSteersATerminalOrTheReadingOrder() {
        assertThat(ShownText.line("  a \t\r\n b\u001b[31m\u202e\u2028c\u0000 \u00e4\u20ac\ud83d\ude00\n", 50))
                .isEqualTo("a b\ufffd[31m\ufffd\ufffdc\ufffd \u00e4\u20ac\ud83d\ude00");
    }

    @Test
    void cutsWhatIsLongAndNoCharacterInTwo() {
        assertThat(ShownText.line("x\ud83d\ude00y", 3)).isEqualTo("x\ud83d\ude00y");
        assertThat(ShownText.line("x\ud83d\ude00y", 2)).isEqualTo("x\ud83d\ude00\u2026");
    }

    @Property
    void isOneLineOfItsLengthWhateverComes(@ForAll String text, @ForAll @IntRange(max = 40) int longest) {
        String line = ShownText.line(text, longest);
        assertThat(line).doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Zl}\\p{Zp}]");
        assertThat(line.codePointCount(0, line.length())).isLessThanOrEqualTo(longest + 1);
    }
}
