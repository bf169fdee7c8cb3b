package dev.mausbot.home.selfcheck;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The self-checks of one server: the last result, and a way to another one. */
public interface SelfChecks {
    /** What the last one found; empty until the first has ended, and where no box can start. */
    Optional<SelfCheckResult> last();

    /**
     * Attacks this home now; who asks while one runs gets that one's result. Fails with a sentence where no box can start.
     */
    CompletableFuture<SelfCheckResult> run();

    /** Where no box can start, or none is wanted: there is nothing to check, for this reason. */
    static SelfChecks none(String reason) {
        return new SelfChecks() {
            @Override
            public Optional<SelfCheckResult> last() {
                return Optional.empty();
            }

            @Override
            public CompletableFuture<SelfCheckResult> run() {
                return CompletableFuture.failedFuture(new IllegalStateException(reason));
            }
        };
    }
}
