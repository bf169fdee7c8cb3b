package dev.mausbot.home.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes out of the checked box is a box's words. */
class ProbeOutputTest {
    private static final String GOOD = "{\"id\":\"net.route\",\"passed\":true,\"seen\":\"no way out\"}";

    private static Map<String, ProbeOutput.Told> read(String output) throws IOException {
        return ProbeOutput.read(
                new ByteArrayInputStream(output.getBytes(StandardCharsets.UTF_8)), Set.of("net.route", "fly.absent"));
    }

    @Test
    void takesWhatTheProbeTells() throws IOException {
        assertThat(read(GOOD
                        + "\n{\"id\":\"fly.absent\",\"passed\":false,\"seen\":\"a \\\"b\\\" \\\\ \\u00fc\\u001b\"}\n"))
                .containsEntry("net.route", new ProbeOutput.Told(true, "no way out"))
                .containsEntry("fly.absent", new ProbeOutput.Told(false, "a \"b\" \\ \u00fc\ufffd"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ok",
                "{\"id\":\"unknown\",\"passed\":true,\"seen\":\"\"}",
                "{\"id\":\"net.route\",\"passed\":\"true\",\"seen\":\"\"}",
                "{\"id\":\"net.route\",\"passed\":true,\"seen\":\"\",\"more\":1}",
                "{\"passed\":true,\"id\":\"net.route\",\"seen\":\"\"}",
                " {\"id\":\"net.route\",\"passed\":true,\"seen\":\"\"}",
                "{\"id\":\"net.route\",\"passed\":true,\"seen\":\"\u001b[1m\"}",
                "{\"id\":\"net.route\",\"passed\":true,\"seen\":\"\u00fc\"}"
            })
    void takesNothingElse(String line) throws IOException {
        assertThat(read(line + "\n")).isEmpty();
    }

    @Test
    void doesNotLetALaterWordBetterTheFirst() throws IOException {
        assertThat(read(GOOD.replace("true", "false") + "\n" + GOOD + "\n").get("net.route"))
                .returns(false, ProbeOutput.Told::passed);
    }

    @Test
    void readsOnlySoMuch() throws IOException {
        assertThat(read("x".repeat(300 * 1024) + "\n" + GOOD + "\n")).isEmpty();
        assertThat(read(GOOD.replace("no way out", "x".repeat(600)) + "\n")).isEmpty();
    }
}
