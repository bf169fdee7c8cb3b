package dev.mausbot.home.turn.mcp;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A row of {@code mcp_servers}. */
@Entity
@Table(name = "mcp_servers")
class McpServerRow extends PanacheEntityBase {
    @Id
    String name = "";

    @Nullable
    String url;

    @Nullable
    String command;

    @Column(name = "secret_names")
    String secretNames = "[]";

    byte @Nullable [] sealed;

    boolean enabled;

    @Nullable
    String bots;

    @Column(name = "stored_at")
    long storedAt;
}
