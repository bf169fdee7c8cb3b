package dev.mausbot.home.approval;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A row of {@code cards}; leaves this room only as a {@link Card}. */
@Entity
@Table(name = "cards")
class CardRow extends PanacheEntityBase {
    @Id
    String id = "";

    long ordinal;

    @Column(name = "conversation_id")
    String conversationId = "";

    @Column(name = "turn_id")
    String turnId = "";

    @Column(name = "bot_id")
    String botId = "";

    @Enumerated(EnumType.STRING)
    Card.Kind kind = Card.Kind.PERMISSION;

    String tool = "";
    String body = "";
    String choices = "[]";

    @Column(name = "grant_program")
    @Nullable
    String grantProgram;

    @Enumerated(EnumType.STRING)
    CardState state = CardState.OPEN;

    String answer = "";

    @Column(name = "closed_by")
    String closedBy = "";

    @Column(name = "created_at")
    long createdAt;

    @Column(name = "expires_at")
    long expiresAt;

    @Column(name = "closed_at")
    @Nullable
    Long closedAt;
}
