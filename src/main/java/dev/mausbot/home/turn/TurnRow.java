package dev.mausbot.home.turn;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A row of {@code turns}. */
@Entity
@Table(name = "turns")
class TurnRow extends PanacheEntityBase {
    @Id
    String id = "";

    long ordinal;

    @Column(name = "conversation_id")
    String conversationId = "";

    @Enumerated(EnumType.STRING)
    TurnState state = TurnState.QUEUED;

    @Nullable
    String reason;

    @Column(name = "created_at")
    long createdAt;

    @Column(name = "started_at")
    @Nullable
    Long startedAt;

    @Column(name = "ended_at")
    @Nullable
    Long endedAt;

    Turn turn() {
        return new Turn(
                id,
                conversationId,
                state,
                Optional.ofNullable(reason),
                Instant.ofEpochMilli(createdAt),
                Optional.ofNullable(startedAt).map(Instant::ofEpochMilli),
                Optional.ofNullable(endedAt).map(Instant::ofEpochMilli));
    }
}
