package dev.mausbot.home.turn;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A row of {@code bots}; leaves this room only as a {@link Bot}. */
@Entity
@Table(name = "bots")
class BotRow extends PanacheEntityBase {
    @Id
    String id = "";

    long ordinal;
    String name = "";
    String engine = "";

    @Enumerated(EnumType.STRING)
    Place place = Place.BOX;

    @Nullable
    String model;

    @Nullable
    String domains;

    @Enumerated(EnumType.STRING)
    Approvals approvals = Approvals.FULL;

    @Column(name = "created_at")
    long createdAt;
}
