package dev.mausbot.home.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class EnginesTest {
    @Test
    void knowsTheBuiltInOnesWithTheShellFirst() {
        assertThat(new Engines().all())
                .extracting(Engine::id)
                .containsExactly(
                        "shell",
                        "claude",
                        "codex",
                        "opencode",
                        "opencode-acp",
                        "gemini",
                        "qwen",
                        "grok",
                        "antigravity");
    }

    @Test
    void findsAnEngineByItsIdAndNothingElse() {
        assertThat(new Engines().byId("claude"))
                .hasValueSatisfying(engine -> assertThat(engine.id()).isEqualTo("claude"));
        assertThat(new Engines().byId("Claude")).isEmpty();
        assertThat(new Engines().byId("")).isEmpty();
    }

    @Test
    void refusesTwoOfTheSameId() {
        List<Engine> twice = List.of(new ShellEngine(), new ShellEngine());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Engines(twice))
                .withMessageContaining("shell");
    }
}
