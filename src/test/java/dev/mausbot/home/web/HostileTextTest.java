package dev.mausbot.home.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a bot writes is shown, all of it, and does nothing. */
class HostileTextTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "<script> | &lt;script&gt;",
                "\" onload='x' | &quot; onload=&#39;x&#39;",
                "&lt; | &amp;lt;",
                "a \u001b[31mred | a ␛[31mred",
                "a\u0000b\u007f | a␀b␡",
                "\u202egpj.exe | ⟨U+202E⟩gpj.exe",
                "\u2066a\u2069 | ⟨U+2066⟩a⟨U+2069⟩",
                "zero\u200bwidth | zero⟨U+200B⟩width",
                "c1\u009b31m | c1⟨U+009B⟩31m",
                "\uD800 lone | ⟨U+D800⟩ lone",
                "\uDB40\uDC41tag | ⟨U+E0041⟩tag"
            })
    void showsWhatWouldBeObeyed(String text, String html) {
        assertThat(HostileText.shown(text)).isEqualTo(html);
    }

    @Test
    void showsALineThatWouldOverwriteItself() {
        assertThat(HostileText.shown("all is well\rrm -rf")).isEqualTo("all is well␍rm -rf");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "two\nlines\tand a tab", "שלום", "👩‍👩‍👧", "न्‍", "é"})
    void leavesWhatPeopleWrite(String text) {
        assertThat(HostileText.shown(text)).isEqualTo(text);
    }
}
