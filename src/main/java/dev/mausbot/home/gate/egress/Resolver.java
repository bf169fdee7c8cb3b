package dev.mausbot.home.gate.egress;

import dev.mausbot.home.gate.Reason;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/**
 * Turns a name into addresses. It returns at once and completes its stage, never exceptionally, from any thread; the gate
 * bounds the time and the number of addresses itself.
 */
@FunctionalInterface
public interface Resolver {
    /** Looks up a full DNS name in lower case, without a trailing dot. */
    CompletionStage<Answer> resolve(String name);

    /** What came of a lookup. */
    sealed interface Answer {
        /** All the addresses of the name, in the order in which to try them. */
        record Found(List<InetAddress> addresses) implements Answer {
            public Found {
                addresses = List.copyOf(addresses);
            }
        }

        /** No addresses: {@link Reason#NAME_NOT_FOUND}, {@link Reason#LOOKUP_FAILED} or {@link Reason#LOOKUP_TIMEOUT}. */
        record Failed(Reason reason) implements Answer {
            public Failed {
                Objects.requireNonNull(reason, "reason");
            }
        }
    }
}
