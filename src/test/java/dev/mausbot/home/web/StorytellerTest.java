package dev.mausbot.home.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mausbot.home.turn.StoredEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of a turn's events come the parts that a person reads. */
class StorytellerTest {
    private static List<TurnStory.Part> told(String... typesAndData) {
        List<StoredEvent> events = new ArrayList<>();
        for (int i = 0; i < typesAndData.length; i += 2) {
            events.add(new StoredEvent(i / 2 + 1L, typesAndData[i], typesAndData[i + 1]));
        }
        return new Storyteller(new ObjectMapper()).tell(events);
    }

    @Test
    void joinsWhatComesInPieces() {
        assertThat(told("text", "{\"text\":\"Hel\"}", "text", "{\"text\":\"lo\"}"))
                .extracting(TurnStory.Part::kind, TurnStory.Part::text)
                .containsExactly(tuple("said", "Hello"));
    }

    @Test
    void keepsTheTwoOutputsApart() {
        assertThat(told(
                        "output", "{\"stream\":\"out\",\"text\":\"a\"}",
                        "output", "{\"stream\":\"err\",\"text\":\"b\"}",
                        "output", "{\"stream\":\"out\",\"text\":\"c\"}"))
                .extracting(part -> part.kind() + part.text())
                .containsExactly("outa\n", "errb\n", "outc\n");
    }

    @Test
    void putsAToolsAnswerToItsCall() {
        assertThat(told(
                        "tool_call", "{\"id\":\"1\",\"name\":\"Bash\",\"input\":\"ls\"}",
                        "tool_call", "{\"id\":\"2\",\"name\":\"Read\",\"input\":\"x\"}",
                        "tool_result", "{\"id\":\"1\",\"failed\":false,\"output\":\"files\"}",
                        "tool_result", "{\"id\":\"9\",\"failed\":true,\"output\":\"of no call\"}"))
                .extracting(part -> part.title() + " " + part.state() + " " + part.output())
                .containsExactly("Bash done files", "Read running ", "a tool failed of no call");
    }

    @Test
    void isSilentAboutWhatStandsElsewhere() {
        assertThat(told(
                        "started", "{\"boxed\":true}",
                        "session", "{\"id\":\"s\"}",
                        "usage", "{\"inputTokens\":1,\"outputTokens\":2}",
                        "result", "{\"succeeded\":true,\"message\":\"done\"}",
                        "ended", "{\"state\":\"FINISHED\"}"))
                .isEmpty();
    }
}
