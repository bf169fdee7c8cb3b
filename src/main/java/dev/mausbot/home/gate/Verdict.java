package dev.mausbot.home.gate;

import java.util.Locale;
import java.util.Objects;

/** What was decided about one address. There is no third case and no default: what is not allowed has a reason. */
public sealed interface Verdict {
    record Allowed(Ground ground) implements Verdict {
        public Allowed {
            Objects.requireNonNull(ground, "ground");
        }
    }

    /** Why an address may be reached. */
    enum Ground {
        /** It is public. */
        PUBLIC,
        /** It is not public; the operator opened its range ({@code OMB_EGRESS_ALLOW}). */
        OPERATOR_RANGE;

        /** A stable lower-case word for audit lines. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    record Refused(Reason reason) implements Verdict {
        public Refused {
            Objects.requireNonNull(reason, "reason");
        }
    }

    static Verdict allowed(Ground ground) {
        return new Allowed(ground);
    }

    static Verdict refused(Reason reason) {
        return new Refused(reason);
    }
}
