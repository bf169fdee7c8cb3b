package dev.mausbot.home.report;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Startup;

/** Up once what the last server left has been put in order, whatever else is wrong. */
@Startup
@Singleton
class Started implements HealthCheck {
    private final HomeState state;

    Started(HomeState state) {
        this.state = state;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("home")
                .status(state.now() != HomeState.State.STARTING)
                .build();
    }
}
