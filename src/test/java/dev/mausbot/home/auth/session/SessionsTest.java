package dev.mausbot.home.auth.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.auth.session.Session.Kind;
import dev.mausbot.home.auth.session.Sessions.End;
import dev.mausbot.home.auth.session.Sessions.Started;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionsTest {
    private static final SessionLimits LIMITS = new SessionLimits(Duration.ofDays(14), Duration.ofDays(90), 3);

    private final MemoryStore store = new MemoryStore();
    private final List<AuditEvent> audit = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-30T12:00:00.123Z");
    private Sessions sessions = loaded();

    private Sessions loaded() {
        InstantSource clock = () -> now;
        Sessions made = new Sessions(store, LIMITS, audit::add, clock);
        made.load();
        return made;
    }

    private Started start() {
        return sessions.start(Kind.BEARER, "laptop", "127.0.0.1");
    }

    private boolean opens(Started session) {
        return sessions.use(Kind.BEARER, session.token().reveal(), () -> {}).isPresent();
    }

    @Test
    void letsInByItsTokenAndSaysWhoCame() {
        Started one = start();
        Started other = start();
        assertThat(sessions.use(Kind.BEARER, other.token().reveal(), () -> {}))
                .hasValueSatisfying(use ->
                        assertThat(use.session().id()).isEqualTo(other.session().id()));
        assertThat(one.token().reveal())
                .matches("omb_session_[A-Za-z0-9_-]{43}")
                .isNotEqualTo(other.token().reveal());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "omb_session_", "%sx", "x%s", " %s", "%s\n", "OMB_%s"})
    void refusesWhatIsNotExactlyATokenOfIts(String form) {
        String token = start().token().reveal();
        assertThat(sessions.use(Kind.BEARER, form.replace("%s", token), () -> {}))
                .isEmpty();
    }

    @Test
    void refusesATokenOfTheOtherKind() {
        assertThat(sessions.use(Kind.COOKIE, start().token().reveal(), () -> {}))
                .isEmpty();
    }

    @Test
    void letsNobodyInBeforeItKnowsTheSessions() {
        Started started = start();
        Sessions young = new Sessions(store, LIMITS, audit::add, () -> now);
        assertThat(young.use(Kind.BEARER, started.token().reveal(), () -> {})).isEmpty();
        assertThat(young.loaded()).isFalse();
    }

    @Test
    void outlivesARestartUnlessItWasEnded() {
        Started kept = start();
        Started ended = start();
        sessions.end(ended.session().id(), End.REVOKED);
        sessions = loaded();
        assertThat(opens(kept)).isTrue();
        assertThat(opens(ended)).isFalse();
        assertThat(sessions.all()).containsExactly(kept.session());
    }

    @Test
    void keepsNoToken() {
        Started started = start();
        String secret = started.token().reveal();
        assertThat(store.all().toString()).doesNotContain(secret);
        assertThat(audit.toString()).doesNotContain(secret);
        assertThat(started.toString()).doesNotContain(secret);
    }

    @Test
    void endsWhenItIsNotUsed() {
        Started used = start();
        Started idle = start();
        now = now.plus(Duration.ofDays(13));
        assertThat(opens(used)).isTrue();
        now = now.plus(Duration.ofDays(1));
        assertThat(opens(used)).isTrue();
        assertThat(opens(idle)).isFalse();
        sessions.sweep();
        assertThat(store.all()).hasSize(1);
        assertThat(audit).contains(new AuditEvent.SessionEnded(idle.session().id(), "laptop", "expired"));
    }

    @Test
    void endsAtItsAgeHoweverItIsUsed() {
        Started started = start();
        for (int day = 0; day < 89; day++) {
            now = now.plus(Duration.ofDays(1));
            assertThat(opens(started)).isTrue();
        }
        now = now.plus(Duration.ofDays(1));
        assertThat(opens(started)).isFalse();
    }

    @Test
    void remembersItsLastUseOverARestart() {
        Started started = start();
        now = now.plus(Duration.ofDays(10));
        assertThat(opens(started)).isTrue();
        sessions.sweep();
        sessions = loaded();
        now = now.plus(Duration.ofDays(10));
        assertThat(opens(started)).isTrue();
    }

    @Test
    void countsWhoeverFollowsAStreamAsPresent() {
        Started started = start();
        sessions.use(Kind.BEARER, started.token().reveal(), () -> {});
        now = now.plus(Duration.ofDays(13));
        sessions.sweep();
        now = now.plus(Duration.ofDays(13));
        assertThat(opens(started)).isTrue();
    }

    @Test
    void cutsWhatIsBeingAnsweredWhenItEnds() {
        Started started = start();
        Started other = start();
        AtomicInteger cut = new AtomicInteger();
        String token = started.token().reveal();
        sessions.use(Kind.BEARER, token, cut::incrementAndGet);
        sessions.use(Kind.BEARER, token, cut::incrementAndGet)
                .orElseThrow()
                .done()
                .run();
        sessions.use(Kind.BEARER, other.token().reveal(), cut::incrementAndGet);
        assertThat(sessions.end(started.session().id(), End.REVOKED)).isTrue();
        assertThat(cut).as("not what was answered before, nor another's").hasValue(1);
        assertThat(sessions.end(started.session().id(), End.REVOKED)).isFalse();
    }

    @Test
    void opensNothingMoreEvenIfTheDiskKeepsIt() {
        Started started = start();
        store.breakDown();
        assertThatThrownBy(() -> sessions.end(started.session().id(), End.REVOKED))
                .hasMessageContaining("disk");
        assertThat(opens(started)).isFalse();
    }

    @Test
    void endsTheOneThatWasUnusedForLongestWhenThereAreTooMany() {
        Started first = start();
        now = now.plusSeconds(1);
        Started second = start();
        now = now.plusSeconds(1);
        Started third = start();
        now = now.plusSeconds(1);
        assertThat(opens(first)).isTrue();
        Started fourth = start();
        assertThat(List.of(opens(first), opens(second), opens(third), opens(fourth)))
                .containsExactly(true, false, true, true);
        assertThat(audit).contains(new AuditEvent.SessionEnded(second.session().id(), "laptop", "too many"));
    }
}
