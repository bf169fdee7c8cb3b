package dev.mausbot.home.turn;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** A row of {@code messages}. */
@Entity
@Table(name = "messages")
class MessageRow extends PanacheEntityBase {
    @Id
    String id = "";

    long ordinal;

    @Column(name = "conversation_id")
    String conversationId = "";

    @Column(name = "turn_id")
    String turnId = "";

    @Enumerated(EnumType.STRING)
    Message.Author author = Message.Author.OWNER;

    String text = "";

    @Column(name = "created_at")
    long createdAt;

    Message message() {
        return new Message(id, ordinal, conversationId, turnId, author, text, Instant.ofEpochMilli(createdAt));
    }
}
