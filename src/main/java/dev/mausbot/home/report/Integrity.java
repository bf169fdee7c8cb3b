package dev.mausbot.home.report;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.sqlite.SQLiteConfig;

/**
 * Checks at the start and daily that the database is whole ({@code PRAGMA quick_check}), on a thread and a read-only
 * connection of its own: with write-ahead logging a reader stands in no writer's way, however large the file is.
 */
@Singleton
class Integrity {
    private static final Duration EVERY = Duration.ofDays(1);
    /** What SQLite says of a broken page quotes nothing of what is stored; a broken file has many. */
    private static final int LONGEST = 500;

    private static final Logger LOG = Logger.getLogger(Integrity.class);

    private final Path database;
    private final InstantSource clock;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("database-check").daemon().factory());
    private volatile Optional<Check> last = Optional.empty();

    @Inject
    Integrity(Machine machine) {
        this(machine.dataFolder().resolve("messages.db"), InstantSource.system());
    }

    Integrity(Path database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * What one check found.
     *
     * @param found empty if the database is whole
     */
    record Check(Instant at, Optional<String> found) {}

    /** From now on it is checked. */
    void begin() {
        // Ends with the thread; a check tells of its own failures.
        ScheduledFuture<?> _ = thread.scheduleWithFixedDelay(this::check, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What the last check found; empty until the first has ended. */
    Optional<Check> last() {
        return last;
    }

    void check() {
        Optional<String> found = look();
        found.ifPresent(what -> LOG.errorf("messages.db is not whole: %s", what));
        last = Optional.of(new Check(clock.instant(), found));
    }

    private Optional<String> look() {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(10_000);
        try (Connection connection = config.createConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("PRAGMA quick_check(1)")) {
            String said = rows.next() ? rows.getString(1) : "no answer";
            return said.equals("ok") ? Optional.empty() : Optional.of(cut(said));
        } catch (SQLException broken) {
            return Optional.of(cut("it cannot be checked: " + broken.getMessage()));
        }
    }

    private static String cut(String said) {
        return said.length() <= LONGEST ? said : said.substring(0, LONGEST);
    }

    @PreDestroy
    void end() {
        thread.shutdownNow();
    }
}
