package dev.mausbot.home.auth.session;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** A row of {@code sessions}. */
@Entity
@Table(name = "sessions")
class SessionRow extends PanacheEntityBase {
    @Id
    String id = "";

    String digest = "";

    @Enumerated(EnumType.STRING)
    Session.Kind kind = Session.Kind.COOKIE;

    String label = "";

    @Column(name = "created_at")
    long createdAt;

    @Column(name = "seen_at")
    long seenAt;

    SessionStore.Kept kept() {
        return new SessionStore.Kept(
                id, digest, kind, label, Instant.ofEpochMilli(createdAt), Instant.ofEpochMilli(seenAt));
    }
}
