package dev.mausbot.home.report;

import jakarta.inject.Singleton;
import java.util.Locale;

/** Whether this home takes turns now. */
@Singleton
public final class HomeState {
    private volatile State state = State.STARTING;

    /** What the home does. */
    public enum State {
        /** It listens, and finds out what the last server left. */
        STARTING,
        /** It takes turns. */
        READY,
        /** It takes none: it goes down. */
        REFUSING;

        /** As the API spells it. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public State now() {
        return state;
    }

    public void become(State next) {
        state = next;
    }
}
