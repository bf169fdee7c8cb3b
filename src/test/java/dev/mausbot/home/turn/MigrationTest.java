package dev.mausbot.home.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationTest {
    @TempDir
    Path temp;

    @Test
    void whatTheFirstVersionStoredIsKept() throws SQLException {
        String url = "jdbc:sqlite:" + temp.resolve("messages.db") + "?foreign_keys=on";
        migrate(url, "1");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("insert into bots values ('b1', 1, 'Ada', 'claude', 'BOX', null, null, 7)");
            statement.execute("insert into conversations values ('c1', 1, 'b1', null, null, null, null, 7)");
            statement.execute("insert into turns values ('t1', 1, 'c1', 'FINISHED', null, 7, 8, 9)");
            statement.execute("insert into messages values ('m1', 1, 'c1', 't1', 'OWNER', 'hello', 7)");
        }

        migrate(url, "latest");

        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            try (ResultSet kept = statement.executeQuery(
                    "select b.name, m.text from messages m join conversations c on c.id = m.conversation_id"
                            + " join bots b on b.id = c.bot_id")) {
                assertThat(kept.next()).isTrue();
                assertThat(kept.getString(1) + kept.getString(2)).isEqualTo("Adahello");
            }
            try (ResultSet unasked = statement.executeQuery("select approvals from bots")) {
                assertThat(unasked.next()).isTrue();
                assertThat(unasked.getString(1))
                        .as("a bot of before asks nothing, as before")
                        .isEqualTo("FULL");
            }
            for (String table : new String[] {
                "cards", "card_grants", "card_events", "provider_keys", "mcp_servers", "connectors", "sessions"
            }) {
                try (ResultSet empty = statement.executeQuery("select count(*) from " + table)) {
                    assertThat(empty.next()).isTrue();
                    assertThat(empty.getInt(1)).as(table).isZero();
                }
            }
            assertThatThrownBy(() -> statement.execute(
                            "insert into mcp_servers values ('both', 'https://x', '[]', '[]', null, 1, null, 7)"))
                    .hasMessageContaining("CHECK");
        }
    }

    private static void migrate(String url, String target) {
        Flyway.configure()
                .dataSource(url, "", "")
                .locations("classpath:db/migration")
                .target(target)
                .load()
                .migrate();
    }
}
