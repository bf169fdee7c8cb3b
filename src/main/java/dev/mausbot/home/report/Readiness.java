package dev.mausbot.home.report;

import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.jboss.logging.Logger;

/** Ready when the home takes turns and its database answers. Says up or down and nothing else: the path is open. */
@org.eclipse.microprofile.health.Readiness
@Singleton
class Readiness implements HealthCheck {
    private static final Logger LOG = Logger.getLogger(Readiness.class);

    private final HomeState state;
    private final DataSource database;

    Readiness(HomeState state, DataSource database) {
        this.state = state;
        this.database = database;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("home")
                .status(state.now() == HomeState.State.READY && answers())
                .build();
    }

    private boolean answers() {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            return statement.execute("SELECT 1 FROM turns LIMIT 1");
        } catch (SQLException broken) {
            LOG.warn("messages.db does not answer", broken);
            return false;
        }
    }
}
