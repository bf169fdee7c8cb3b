package dev.mausbot.home.report;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;

/** Up while the server answers: nothing that a restart would not mend may make it look dead. */
@org.eclipse.microprofile.health.Liveness
@Singleton
class Liveness implements HealthCheck {
    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.up("home");
    }
}
