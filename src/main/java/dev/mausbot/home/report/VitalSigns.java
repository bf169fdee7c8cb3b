package dev.mausbot.home.report;

import dev.mausbot.home.box.BoxDetection;
import dev.mausbot.home.selfcheck.SelfChecks;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;
import org.jboss.logging.Logger;

/** Takes the vitals. Blocks: it waits for the database. */
@Singleton
class VitalSigns {
    private static final Logger LOG = Logger.getLogger(VitalSigns.class);

    private final HomeState state;
    private final Machine machine;
    private final Observed observed;
    private final SelfChecks checks;
    private final Integrity integrity;
    private final DataSource database;

    VitalSigns(
            HomeState state,
            Machine machine,
            Observed observed,
            SelfChecks checks,
            Integrity integrity,
            DataSource database) {
        this.state = state;
        this.machine = machine;
        this.observed = observed;
        this.checks = checks;
        this.integrity = integrity;
        this.database = database;
    }

    void begin(@Observes StartupEvent started) {
        integrity.begin();
    }

    Vitals take() {
        return take(hardening());
    }

    Vitals take(Hardening hardening) {
        return new Vitals(
                Instant.now(),
                state.now(),
                machine.boxWanted(),
                boxOff(),
                machine.helpers().stream().filter(Files::notExists).findFirst(),
                checks.last(),
                machine.selfCheckRequired(),
                databaseAnswers(),
                integrity.last(),
                freeBytes(),
                observed.log().failing(),
                machine.fleet().isPresent() && machine.hardeningWanted(),
                hardening.missing());
    }

    static Hardening hardening() {
        try {
            return Hardening.measure();
        } catch (IOException e) {
            throw new UncheckedIOException("/proc cannot be read", e);
        }
    }

    long freeBytes() {
        try {
            return Files.getFileStore(machine.dataFolder()).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException("the data folder's disk does not answer", e);
        }
    }

    Optional<String> boxOff() {
        return switch (observed.box()) {
            case BoxDetection.Detected.On _ -> Optional.empty();
            case BoxDetection.Detected.Off off -> Optional.of(off.reason());
        };
    }

    /** Takes SQLite's write lock and gives it back: on a disk that has become read-only, or is locked by another, it fails. */
    private boolean databaseAnswers() {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            try {
                return statement.execute("SELECT 1 FROM turns LIMIT 1");
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        } catch (SQLException broken) {
            LOG.warn("messages.db does not answer", broken);
            return false;
        }
    }
}
