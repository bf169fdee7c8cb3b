package dev.mausbot.home.turn;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

/** A row of {@code turn_events}. */
@Entity
@Table(name = "turn_events")
@IdClass(EventRow.Key.class)
class EventRow extends PanacheEntityBase {
    @Id
    @Column(name = "turn_id")
    String turnId = "";

    @Id
    long seq;

    String type = "";
    String data = "";
    long at;

    StoredEvent event() {
        return new StoredEvent(seq, type, data);
    }

    record Key(String turnId, long seq) {}
}
