package dev.mausbot.home.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErrorTailTest {
    private final ErrorTail tail = new ErrorTail();

    @Test
    void leavesTheBoxesOwnTokensOut() {
        String line = "cannot reach http://127.0.0.1:18080/b/omb_t0_" + "A_-9".repeat(11) + "/mcp-notes: refused";
        TurnEvent shown = tail.shown(line);

        assertThat(shown)
                .isEqualTo(new TurnEvent.Output(
                        TurnEvent.Stream.ERR, "cannot reach http://127.0.0.1:18080/b/omb_t0_…/mcp-notes: refused"));
        assertThat(tail.endedEarly("codex", 1).message()).contains("omb_t0_…").doesNotContain("A_-9");
    }
}
