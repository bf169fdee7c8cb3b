package dev.mausbot.home.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SupervisionTest {
    private static final Duration MOMENT = Duration.ofSeconds(3);
    private static final Duration LONG = Duration.ofMinutes(10);

    private final List<Long> pauses = Collections.synchronizedList(new ArrayList<>());
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final Deque<Servers> script = new ArrayDeque<>();
    private final Time time = new Time();
    private final Supervision supervision =
            new Supervision(() -> script.removeFirst().start(), time, log::add);

    /** Time passes when somebody waits for it, and while a server runs; nobody sleeps. */
    private final class Time implements Clock {
        private volatile Duration now = Duration.ZERO;
        private volatile boolean patienceEnds;

        void passes(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Duration now() {
            return now;
        }

        @Override
        public boolean await(CountDownLatch gate, Duration most) throws InterruptedException {
            if (most.equals(Supervision.PATIENCE)) {
                return !patienceEnds && gate.await(10, TimeUnit.SECONDS);
            }
            if (most.equals(Supervision.AFTER_KILL) && patienceEnds) {
                return gate.await(10, TimeUnit.SECONDS);
            }
            pauses.add(most.toSeconds());
            passes(most);
            return gate.getCount() == 0;
        }
    }

    /** A server that ends with this code after it ran for so long. */
    private Servers ends(int code, Duration ran) {
        return () -> new Servers.Running() {
            @Override
            public int await() {
                time.passes(ran);
                return code;
            }

            @Override
            public void ask() {
                fail("it has ended");
            }

            @Override
            public void kill() {
                fail("it has ended");
            }
        };
    }

    /** A server that runs until it is asked or killed, and tells when it runs. */
    private static final class Patient implements Servers, Servers.Running {
        private final CountDownLatch runs = new CountDownLatch(1);
        private final CompletableFuture<Integer> end = new CompletableFuture<>();
        private final int onAsked;
        private volatile boolean killed;

        private Patient(int onAsked) {
            this.onAsked = onAsked;
        }

        @Override
        public Running start() {
            return this;
        }

        @Override
        public int await() {
            runs.countDown();
            return end.join();
        }

        @Override
        public void ask() {
            if (onAsked >= 0) {
                end.complete(onAsked);
            }
        }

        @Override
        public void kill() {
            killed = true;
            end.complete(137);
        }
    }

    /** Runs the script, whose last server is patient, and stops it when that one runs. */
    private List<Integer> runAndStop(Patient last) throws Exception {
        script.addLast(last);
        CompletableFuture<Integer> run = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            try {
                run.complete(supervision.run());
            } catch (InterruptedException | RuntimeException | Error broken) {
                run.completeExceptionally(broken);
            }
        });
        assertThat(last.runs.await(10, TimeUnit.SECONDS)).isTrue();
        int stopped = supervision.stop();
        return List.of(stopped, run.get(10, TimeUnit.SECONDS));
    }

    @Test
    void waitsLongerAfterEachCrashUpToAMinute() throws Exception {
        for (int crash = 0; crash < 8; crash++) {
            script.addLast(ends(1, MOMENT));
        }

        assertThat(runAndStop(new Patient(0))).containsExactly(0, 0);
        assertThat(pauses).containsExactly(1L, 2L, 5L, 10L, 30L, 60L, 60L, 60L);
        assertThat(log).hasSize(8).first().isEqualTo("the server ended with code 1, starting it again in 1 s");
    }

    @Test
    void beginsAnewAfterAServerThatWasWellForTenMinutes() throws Exception {
        script.addAll(List.of(ends(1, MOMENT), ends(1, LONG.minusSeconds(1)), ends(137, LONG), ends(0, MOMENT)));

        runAndStop(new Patient(0));

        assertThat(pauses).containsExactly(1L, 2L, 1L, 2L);
    }

    @Test
    void startsAgainAtOnceWhenAsked() throws Exception {
        script.addAll(List.of(ends(1, MOMENT), ends(75, MOMENT), ends(75, MOMENT), ends(1, MOMENT)));

        runAndStop(new Patient(0));

        assertThat(pauses).containsExactly(1L, 0L, 0L, 2L);
        assertThat(log).contains("the server ended with code 75, starting it again at once");
    }

    @Test
    void triesAgainWhenAServerCannotBeStarted() throws Exception {
        script.addLast(() -> {
            throw new IOException("no such program");
        });

        assertThat(runAndStop(new Patient(0))).containsExactly(0, 0);
        assertThat(pauses).containsExactly(1L);
        assertThat(log)
                .containsExactly(
                        "the server could not be started: no such program",
                        "there is no server, starting it again in 1 s");
    }

    @ParameterizedTest(name = "a server that ends with {0} when asked gives {1}")
    @CsvSource({"0, 0", "143, 0", "130, 0", "1, 1", "134, 1", "75, 1"})
    void saysWhetherTheServerDrained(int code, int result) throws Exception {
        assertThat(runAndStop(new Patient(code))).containsExactly(result, result);
        assertThat(pauses).isEmpty();
    }

    @Test
    void killsAServerThatDoesNotEnd() throws Exception {
        time.patienceEnds = true;
        Patient deaf = new Patient(-1);

        assertThat(runAndStop(deaf).getFirst()).isEqualTo(1);
        assertThat(deaf.killed).isTrue();
        assertThat(log).containsExactly("the server did not end within 29 s and is killed");
    }

    @Test
    void startsNothingOnceItIsTold() throws Exception {
        CompletableFuture<Integer> stopped = new CompletableFuture<>();
        script.addLast(() -> {
            // Told while the first server runs: the pause after its crash is over at once, and nothing comes after it.
            Thread.ofPlatform().start(() -> {
                try {
                    stopped.complete(supervision.stop());
                } catch (InterruptedException | RuntimeException | Error broken) {
                    stopped.completeExceptionally(broken);
                }
            });
            return new Patient(0);
        });

        assertThat(supervision.run()).isZero();
        assertThat(stopped.get(10, TimeUnit.SECONDS)).isZero();
        assertThat(script).isEmpty();
    }
}
