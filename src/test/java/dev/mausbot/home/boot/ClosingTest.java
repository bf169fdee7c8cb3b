package dev.mausbot.home.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingTest {
    private final List<String> closed = new ArrayList<>();

    private AutoCloseable good(String name) {
        return () -> closed.add(name);
    }

    private AutoCloseable bad(String name, Exception failure) {
        return () -> {
            closed.add(name);
            throw failure;
        };
    }

    @Test
    void closesAllInTheirOrder() {
        assertThat(Closing.inTurn(List.of(good("a"), good("b")))).isEmpty();
        assertThat(closed).containsExactly("a", "b");
    }

    @Test
    void closesTheOthersWhateverFailsAndTellsOfEach() {
        IOException first = new IOException("first");
        IllegalStateException second = new IllegalStateException("second");

        assertThat(Closing.inTurn(List.of(good("a"), bad("b", first), bad("c", second), good("d"))))
                .containsSame(first);
        assertThat(closed).containsExactly("a", "b", "c", "d");
        assertThat(first.getSuppressed())
                .singleElement()
                .satisfies(left -> assertThat(left).hasCause(second));
    }
}
