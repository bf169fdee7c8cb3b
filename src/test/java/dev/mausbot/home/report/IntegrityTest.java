package dev.mausbot.home.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntegrityTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    private Path folder;

    private Path database;

    @BeforeEach
    void fill() throws SQLException {
        database = folder.resolve("messages.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database + "?journal_mode=WAL");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (a TEXT)");
            statement.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)"
                    + " INSERT INTO t SELECT 'a row of some length ' || i FROM n");
        }
    }

    private Optional<Integrity.Check> checked() {
        Integrity integrity = new Integrity(database, () -> NOW);
        assertThat(integrity.last()).isEmpty();
        integrity.check();
        integrity.end();
        return integrity.last();
    }

    @Test
    void findsAWholeDatabaseWhole() {
        assertThat(checked()).contains(new Integrity.Check(NOW, Optional.empty()));
    }

    @Test
    void readsBesideAWriter() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            statement.execute("INSERT INTO t VALUES ('not yet')");
            assertThat(checked()).contains(new Integrity.Check(NOW, Optional.empty()));
            statement.execute("ROLLBACK");
        }
    }

    @Test
    void findsABrokenPage() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(database.toFile(), "rw")) {
            file.seek(4096 * 3L);
            file.write(new byte[4096]);
        }
        assertThat(checked().orElseThrow().found()).isPresent();
    }

    @Test
    void saysThatADatabaseIsNoneOrGone() throws IOException {
        Files.writeString(database, "this is no database, and is longer than the head of one".repeat(10));
        assertThat(checked().orElseThrow().found()).isPresent();
        Files.delete(database);
        assertThat(checked().orElseThrow().found()).isPresent();
        assertThat(database).as("a check makes nothing").doesNotExist();
    }
}
