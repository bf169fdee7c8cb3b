package dev.mausbot.home.approval;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of {@code card_events}. */
@Entity
@Table(name = "card_events")
class CardEventRow extends PanacheEntityBase {
    @Id
    long seq;

    String type = "";
    String data = "";
    long at;
}
