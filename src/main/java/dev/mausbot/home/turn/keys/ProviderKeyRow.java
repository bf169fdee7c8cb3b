package dev.mausbot.home.turn.keys;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A row of {@code provider_keys}; the key leaves this room only in the settings of a turn. */
@Entity
@Table(name = "provider_keys")
class ProviderKeyRow extends PanacheEntityBase {
    @Id
    String id = "";

    byte[] sealed = {};

    @Column(name = "base_url")
    @Nullable
    String baseUrl;

    @Column(name = "stored_at")
    long storedAt;
}
