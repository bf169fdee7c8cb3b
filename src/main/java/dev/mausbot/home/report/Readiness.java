package dev.mausbot.home.report;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;

/**
 * Ready when nothing stops the home: it takes turns, boxes are proven or waived, the database and the audit log can be
 * written and the disk is not full. Says up or down and nothing else: the path is open.
 */
@org.eclipse.microprofile.health.Readiness
@Singleton
class Readiness implements HealthCheck {
    private final VitalSigns signs;

    Readiness(VitalSigns signs) {
        this.signs = signs;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("home").status(signs.take().ready()).build();
    }
}
