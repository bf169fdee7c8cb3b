package dev.mausbot.home.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Anybody may ask whether the home is ready, as often as he likes. */
@Timeout(30)
class ReadinessTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // it may wrap around
    private final AtomicInteger looks = new AtomicInteger();

    private static Status asked(Readiness readiness) {
        return readiness.call().getStatus();
    }

    @Test
    void looksOnceASecondHoweverOftenItIsAsked() {
        Readiness readiness = new Readiness(() -> looks.incrementAndGet() != 2, nanos::get);
        for (int i = 0; i < 100; i++) {
            assertThat(asked(readiness)).isEqualTo(Status.UP);
        }
        assertThat(looks).hasValue(1);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos() - 1);
        assertThat(asked(readiness)).isEqualTo(Status.UP);
        nanos.incrementAndGet();
        assertThat(asked(readiness)).isEqualTo(Status.DOWN);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(asked(readiness)).isEqualTo(Status.UP);
        assertThat(looks).hasValue(3);
    }

    @Test
    void isNotReadyWhereThatCannotBeFoundOutAndKeepsTheReasonToItself() {
        Readiness readiness = new Readiness(
                () -> {
                    throw new IllegalStateException("/home/owner/secret cannot be read");
                },
                nanos::get);
        assertThat(asked(readiness)).isEqualTo(Status.DOWN);
        assertThat(readiness.call().getData()).isEmpty();
    }

    @Test
    void letsNobodyWaitForSomebodyElsesLook() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Readiness readiness = new Readiness(
                () -> {
                    begun.countDown();
                    try {
                        slow.await();
                    } catch (InterruptedException stop) {
                        Thread.currentThread().interrupt();
                    }
                    return true;
                },
                nanos::get);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Status> first = threads.submit(() -> asked(readiness));
            begun.await();
            assertThat(asked(readiness)).as("nothing is known yet").isEqualTo(Status.DOWN);
            slow.countDown();
            assertThat(first.get()).isEqualTo(Status.UP);
        }
    }
}
