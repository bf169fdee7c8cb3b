package dev.mausbot.home.approval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HookRateTest {
    private final AtomicLong now = new AtomicLong();
    private final HookRate rate = new HookRate(now::get);

    private long admitted(String box, int tries) {
        return IntStream.range(0, tries).filter(n -> rate.admits(box)).count();
    }

    @Test
    void letsABurstThroughAndThenSoManyASecond() {
        assertThat(admitted("a", 1000)).isEqualTo(HookRate.BURST);
        now.addAndGet(1_000_000_000L);
        assertThat(admitted("a", 1000)).isEqualTo(HookRate.PER_SECOND);
        now.addAndGet(3_600_000_000_000L);
        assertThat(admitted("a", 1000)).isEqualTo(HookRate.BURST);
    }

    @Test
    void oneBoxTakesNothingFromAnother() {
        assertThat(admitted("a", 1000)).isEqualTo(HookRate.BURST);
        assertThat(admitted("b", 1)).isEqualTo(1);
    }
}
