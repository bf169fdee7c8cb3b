package dev.mausbot.home.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.selfcheck.Admission;
import dev.mausbot.home.selfcheck.RepeatedChecks;
import dev.mausbot.home.selfcheck.Results;
import dev.mausbot.home.selfcheck.SelfCheckResult;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HomeStateTest {
    @Test
    void followsTheLastSelfCheckUntilItGoesDown() {
        AtomicReference<SelfCheckResult> next = new AtomicReference<>(Results.failed("data.database"));
        try (RepeatedChecks checks = new RepeatedChecks(next::get, _ -> {}, RepeatedChecks.Pauses.usual())) {
            HomeState state = new HomeState(Admission.by(checks));
            assertThat(state.now()).isEqualTo(HomeState.State.STARTING);
            checks.run().join();
            assertThat(state.now()).isEqualTo(HomeState.State.STARTING);
            state.begin();
            assertThat(state.now()).isEqualTo(HomeState.State.REFUSING);
            next.set(Results.passed());
            checks.run().join();
            assertThat(state.now()).isEqualTo(HomeState.State.READY);
            state.end();
            assertThat(state.now()).isEqualTo(HomeState.State.REFUSING);
        }
    }

    @Test
    void takesTurnsAtOnceWhereTheOperatorWaivedTheCheck() {
        HomeState state = new HomeState(Admission.always());
        state.begin();
        assertThat(state.now()).isEqualTo(HomeState.State.READY);
    }

    /** Who looks at the state alone must not take a home for ready that refuses every turn. */
    @Test
    void refusesWhereNoBoxCanStart() {
        HomeState state = new HomeState(Admission.never("no box can start"));
        assertThat(state.now()).isEqualTo(HomeState.State.STARTING);
        state.begin();
        assertThat(state.now()).isEqualTo(HomeState.State.REFUSING);
    }
}
