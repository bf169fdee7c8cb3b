package dev.mausbot.home.approval;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

/** A row of {@code card_grants}. */
@Entity
@Table(name = "card_grants")
@IdClass(GrantRow.Key.class)
class GrantRow extends PanacheEntityBase {
    @Id
    @Column(name = "conversation_id")
    String conversationId = "";

    @Id
    String tool = "";

    @Id
    String program = "";

    @Column(name = "created_at")
    long createdAt;

    record Key(String conversationId, String tool, String program) {}
}
