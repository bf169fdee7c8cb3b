package dev.mausbot.home.approval;

import java.util.HashSet;
import java.util.Set;

/** What one turn has asked so far. */
final class TurnQuestions {
    private final CardLimits limits;
    private final Set<String> ids = new HashSet<>();
    private int asked;
    private int open;

    TurnQuestions(CardLimits limits) {
        this.limits = limits;
    }

    /** Whether a question may be asked. */
    enum Admission {
        ADMITTED,
        /** Its id was used before: the first one keeps its answer. */
        DUPLICATE,
        /** The first that is too many. */
        LAST_STRAW,
        TOO_MANY
    }

    Admission admit(String id) {
        asked++;
        if (asked > limits.asked()) {
            return asked == limits.asked() + 1 ? Admission.LAST_STRAW : Admission.TOO_MANY;
        }
        return ids.add(id) ? Admission.ADMITTED : Admission.DUPLICATE;
    }

    int open() {
        return open;
    }

    void opened() {
        open++;
    }

    void closed() {
        open--;
    }
}
