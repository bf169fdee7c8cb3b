package dev.mausbot.home.auth.session;

import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The sessions in the database. Every method is one transaction, on the disk when it returns (synchronous=FULL). */
@Singleton
@Transactional
class SessionRows implements SessionStore {
    @Override
    public List<Kept> all() {
        return SessionRow.<SessionRow>listAll().stream().map(SessionRow::kept).toList();
    }

    @Override
    public void add(Kept session) {
        SessionRow row = new SessionRow();
        row.id = session.id();
        row.digest = session.digest();
        row.kind = session.kind();
        row.label = session.label();
        row.createdAt = session.createdAt().toEpochMilli();
        row.seenAt = session.seenAt().toEpochMilli();
        row.persist();
    }

    @Override
    public void seen(Map<String, Instant> times) {
        times.forEach((id, time) ->
                SessionRow.<SessionRow>findByIdOptional(id).ifPresent(row -> row.seenAt = time.toEpochMilli()));
    }

    @Override
    public boolean remove(String id) {
        return SessionRow.deleteById(id);
    }
}
