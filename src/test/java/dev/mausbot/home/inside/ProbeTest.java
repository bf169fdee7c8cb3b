package dev.mausbot.home.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the probe is told what to try, and how it tells what it saw. */
class ProbeTest {
    private int exitCode;
    private String errors = "";

    private List<String> run(String instructions) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        exitCode = Probe.run(
                new ByteArrayInputStream(instructions.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        errors = err.toString(StandardCharsets.UTF_8);
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void tellsOfEachCheckOnceInItsOrder() {
        assertThat(run("try\tb\tabsent\t/nowhere\ntry\ta\tabsent\t/nowhere\ntry\tb\tabsent\t/nowhere/else\ngo\n"))
                .containsExactly(
                        "{\"id\":\"b\",\"passed\":true,\"seen\":\"not there\"}",
                        "{\"id\":\"a\",\"passed\":true,\"seen\":\"not there\"}");
        assertThat(exitCode).isZero();
    }

    @Test
    void holdsOnlyIfEveryAttemptDoes() {
        assertThat(run("try\ta\tabsent\t/nowhere\ntry\ta\tabsent\t/proc\ntry\ta\tabsent\t/nowhere\ngo\n"))
                .containsExactly("{\"id\":\"a\",\"passed\":false,\"seen\":\"/proc is there: a folder\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"unheard-of\tx", "absent", "unreachable\t127.0.0.1\tnone", "calls-answer\t/nowhere\t/nowhere"})
    void countsWhatCannotBeTriedAsBroken(String attempt) {
        assertThat(run("try\ta\t" + attempt + "\ntry\tz\tabsent\t/nowhere\ngo\n"))
                .hasSize(2)
                .first()
                .asString()
                .contains("\"passed\":false")
                .containsAnyOf("could not be tried", "does not know");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "try\ta\tabsent\t/nowhere\n", "nonsense\ngo\n", "try\ngo\n", "ports\t/nowhere\t1\ngo\n"})
    void triesNothingByBrokenInstructions(String instructions) {
        assertThat(run(instructions)).isEmpty();
        assertThat(exitCode).isEqualTo(2);
        assertThat(errors).startsWith("probe: ");
    }

    @Test
    void takesWordsThatHoldWhatEndsAWord() {
        assertThat(run("try\ta\tabsent\t/proc/a%09b%0A100%25\ngo\n"))
                .first()
                .asString()
                .contains("not there");
    }

    @Test
    void tellsInOneLineOfAsciiWhateverWasSeen() {
        assertThat(Probe.line("a", Seen.broken("a \"b\" \\ c\nd\u001b[31m\u202e\u00fc" + "x".repeat(999))))
                .matches("[ -~]{1,400}")
                .startsWith(
                        "{\"id\":\"a\",\"passed\":false,\"seen\":\"a \\\"b\\\" \\\\ c\\u000ad\\u001b[31m\\u202e\\u00fcx");
    }
}
