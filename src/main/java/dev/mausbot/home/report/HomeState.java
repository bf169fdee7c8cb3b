package dev.mausbot.home.report;

import dev.mausbot.home.selfcheck.Admission;
import jakarta.inject.Singleton;
import java.util.Locale;

/** Whether this home takes turns now. */
@Singleton
public final class HomeState {
    private final Admission admission;
    private volatile boolean begun;
    private volatile boolean ended;

    HomeState(Admission admission) {
        this.admission = admission;
    }

    /** What the home does. */
    public enum State {
        /** It listens, and attacks its boxes before the first turn. */
        STARTING,
        /** It takes turns. */
        READY,
        /** It takes none: its last self-check failed, or it goes down. */
        REFUSING;

        /** As the API spells it. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public State now() {
        if (ended) {
            return State.REFUSING;
        }
        if (!begun) {
            return State.STARTING;
        }
        return admission.refusal().isEmpty() ? State.READY : State.REFUSING;
    }

    /** It is ready to take turns, if they are admitted. */
    public void begin() {
        begun = true;
    }

    /** It goes down. */
    public void end() {
        ended = true;
    }
}
