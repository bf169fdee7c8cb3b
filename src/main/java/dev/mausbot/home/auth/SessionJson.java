package dev.mausbot.home.auth;

import dev.mausbot.home.auth.session.Session;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** A session as the API shows it. */
final class SessionJson {
    private SessionJson() {}

    static JsonObject of(Session session) {
        return new JsonObject()
                .put("id", session.id())
                .put("label", session.label())
                .put("kind", session.kind().name().toLowerCase(Locale.ROOT))
                .put("createdAt", session.createdAt().toString())
                .put("lastSeenAt", session.seenAt().toString())
                .put("expiresAt", session.endsAt().toString());
    }
}
