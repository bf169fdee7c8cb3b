package dev.mausbot.home.turn;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** A row of {@code notes}. */
@Entity
@Table(name = "notes")
class NoteRow extends PanacheEntityBase {
    @Id
    String id = "";

    long ordinal;

    @Column(name = "conversation_id")
    String conversationId = "";

    @Column(name = "turn_id")
    String turnId = "";

    String text = "";

    @Column(name = "created_at")
    long createdAt;

    Note note() {
        return new Note(id, ordinal, conversationId, turnId, text, Instant.ofEpochMilli(createdAt));
    }
}
