package dev.mausbot.home.turn;

/**
 * How a turn ends.
 *
 * @param state one that is {@linkplain TurnState#over over}
 * @param reason why, in words for the owner; empty if it simply finished
 */
record Ending(TurnState state, String reason) {
    Ending {
        if (!state.over()) {
            throw new IllegalArgumentException("a turn cannot end as " + state);
        }
    }

    static Ending refused(String reason) {
        return new Ending(TurnState.REFUSED, reason);
    }

    static Ending interrupted(String reason) {
        return new Ending(TurnState.INTERRUPTED, reason);
    }

    static Ending failed(String reason) {
        return new Ending(TurnState.FAILED, reason);
    }
}
