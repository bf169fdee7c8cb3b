package dev.mausbot.home.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mausbot.home.turn.LogLines;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RepeatedChecksTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final List<SelfCheckResult> told = new CopyOnWriteArrayList<>();

    private RepeatedChecks checks(Supplier<SelfCheckResult> check, Duration passed, Duration failed) {
        return new RepeatedChecks(check, told::add, new RepeatedChecks.Pauses(passed, failed));
    }

    @Test
    void keepsTheLastResultAndTellsEach() {
        SelfCheckResult result = Results.passed();
        try (RepeatedChecks checks = checks(() -> result, LONG, LONG)) {
            assertThat(checks.last()).isEmpty();
            assertThat(checks.run().join()).isSameAs(result);
            assertThat(checks.last()).containsSame(result);
            assertThat(told).containsExactly(result);
        }
    }

    @Test
    void neverRunsTwoAtOnce() {
        Semaphore go = new Semaphore(0);
        AtomicInteger runs = new AtomicInteger();
        Supplier<SelfCheckResult> check = () -> {
            runs.incrementAndGet();
            go.acquireUninterruptibly();
            return Results.passed();
        };
        try (RepeatedChecks checks = checks(check, LONG, LONG)) {
            CompletableFuture<SelfCheckResult> first = checks.run();
            CompletableFuture<SelfCheckResult> second = checks.run();
            go.release();
            assertThat(first.join()).isSameAs(second.join());
            assertThat(runs).hasValue(1);
            go.release();
            checks.run().join();
            assertThat(runs).hasValue(2);
        }
    }

    @Test
    void runsAgainByItself() {
        try (RepeatedChecks checks = checks(Results::passed, Duration.ofMillis(5), LONG)) {
            checks.run().join();
            await().until(() -> told.size() >= 3);
        }
    }

    @Test
    void comesBackSoonerAfterAFailure() {
        AtomicInteger runs = new AtomicInteger();
        Supplier<SelfCheckResult> check =
                () -> runs.incrementAndGet() == 1 ? Results.failed("data.database") : Results.passed();
        try (RepeatedChecks checks = checks(check, LONG, Duration.ofMillis(5))) {
            assertThat(checks.run().join().passed()).isFalse();
            await().until(() -> checks.last().orElseThrow().passed());
            assertThat(runs).hasValue(2);
        }
    }

    @Test
    void provesNothingByWhatBrokeOff() {
        AtomicInteger runs = new AtomicInteger();
        Supplier<SelfCheckResult> check = () -> {
            if (runs.incrementAndGet() == 2) {
                throw new IllegalStateException("a bug");
            }
            return Results.passed();
        };
        try (RepeatedChecks checks = checks(check, LONG, LONG)) {
            checks.run().join();
            assertThatThrownBy(() -> checks.run().join()).hasMessageContaining("a bug");
            assertThat(checks.last()).isEmpty();
        }
    }

    /** Nobody waits for the checks that run by themselves: what breaks one off is only in the log. */
    @Test
    void logsWhatBreaksACheckOffAndGoesOn() {
        AtomicInteger runs = new AtomicInteger();
        Supplier<SelfCheckResult> check = () -> switch (runs.incrementAndGet()) {
            case 1 -> throw new IllegalStateException("a bug");
            case 2 -> throw new NoClassDefFoundError("a fault of the program");
            default -> Results.passed();
        };
        try (LogLines log = new LogLines();
                RepeatedChecks checks = checks(check, LONG, Duration.ofMillis(5))) {
            assertThat(checks.run()).failsWithin(LONG);
            await().until(() -> checks.last().isPresent());
            assertThat(log.lines())
                    .filteredOn(line -> line.startsWith("a self-check broke off"))
                    .hasSize(2)
                    .anyMatch(line -> line.contains("a bug"))
                    .anyMatch(line -> line.contains("a fault of the program"));
        }
        assertThat(runs).hasValue(3);
    }

    @Test
    void checksDailyAndTenMinutesAfterAFailure() {
        assertThat(RepeatedChecks.Pauses.usual())
                .isEqualTo(new RepeatedChecks.Pauses(Duration.ofDays(1), Duration.ofMinutes(10)));
    }

    @Test
    void beginsNoneAfterItsEnd() {
        RepeatedChecks checks = checks(Results::passed, LONG, LONG);
        checks.close();
        assertThatThrownBy(() -> checks.run().join()).hasMessageContaining("going down");
    }
}
