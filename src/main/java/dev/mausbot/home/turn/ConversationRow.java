package dev.mausbot.home.turn;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A row of {@code conversations}; leaves this room only as a {@link Conversation}. */
@Entity
@Table(name = "conversations")
class ConversationRow extends PanacheEntityBase {
    @Id
    String id = "";

    long ordinal;

    @Column(name = "bot_id")
    String botId = "";

    @Nullable
    String title;

    @Nullable
    String folder;

    @Nullable
    String session;

    @Column(name = "session_engine")
    @Nullable
    String sessionEngine;

    @Column(name = "created_at")
    long createdAt;
}
