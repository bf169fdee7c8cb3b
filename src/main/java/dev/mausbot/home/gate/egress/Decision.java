package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.Reason;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;

/** What was decided about a destination. The addresses of {@link Allowed} are the very objects that get dialled. */
sealed interface Decision {
    /**
     * It may be reached.
     *
     * @param addresses the checked addresses, in the order in which to try them; never empty
     * @param label what the audit line says: {@code public}, {@code operator_range} (reached on the operator's word), or
     *     the reason that a report-only list would have refused by
     */
    record Allowed(List<InetAddress> addresses, String label) implements Decision {
        public Allowed {
            addresses = List.copyOf(addresses);
            if (addresses.isEmpty()) {
                throw new IllegalArgumentException("nothing was checked, so nothing can be allowed");
            }
        }
    }

    record Refused(Reason reason) implements Decision {
        public Refused {
            Objects.requireNonNull(reason, "reason");
        }
    }

    static Decision refused(Reason reason) {
        return new Refused(reason);
    }
}
