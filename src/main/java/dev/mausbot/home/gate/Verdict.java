package dev.mausbot.home.gate;

import java.util.Objects;

/** What was decided about one address. There is no third case and no default: what is not allowed has a reason. */
public sealed interface Verdict {
    record Allowed() implements Verdict {}

    record Refused(Reason reason) implements Verdict {
        public Refused {
            Objects.requireNonNull(reason, "reason");
        }
    }

    static Verdict allowed() {
        return new Allowed();
    }

    static Verdict refused(Reason reason) {
        return new Refused(reason);
    }
}
