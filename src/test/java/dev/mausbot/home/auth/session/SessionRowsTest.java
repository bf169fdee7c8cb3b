package dev.mausbot.home.auth.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mausbot.home.TempHome;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TempHome.class)
class SessionRowsTest {
    private static final Instant TIME = Instant.parse("2026-11-30T12:00:00.123Z");

    @Inject
    SessionStore rows;

    private static SessionStore.Kept kept(Instant seen) {
        return new SessionStore.Kept("rows-1", "d".repeat(64), Session.Kind.COOKIE, "Ada's phone", TIME, seen);
    }

    @Test
    void keepsASessionUntilItIsRemoved() {
        rows.add(kept(TIME));
        assertThat(rows.all()).contains(kept(TIME));
        rows.seen(Map.of("rows-1", TIME.plusSeconds(60), "gone", TIME));
        assertThat(rows.all()).contains(kept(TIME.plusSeconds(60)));
        assertThat(rows.remove("rows-1")).isTrue();
        assertThat(rows.remove("rows-1")).isFalse();
        assertThat(rows.all()).noneMatch(row -> row.id().equals("rows-1"));
    }
}
