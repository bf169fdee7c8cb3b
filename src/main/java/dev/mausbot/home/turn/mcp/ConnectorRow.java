package dev.mausbot.home.turn.mcp;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A row of {@code connectors}. */
@Entity
@Table(name = "connectors")
class ConnectorRow extends PanacheEntityBase {
    @Id
    String name = "";

    @Column(name = "base_url")
    String baseUrl = "";

    @Column(name = "secret_names")
    String secretNames = "[]";

    byte @Nullable [] sealed;

    @Nullable
    String bots;

    @Column(name = "stored_at")
    long storedAt;
}
