package dev.mausbot.home.gate.harness;

import java.util.concurrent.CompletionStage;

/**
 * What the server answers on {@code /api/internal/*}. It is called in-process by the harness gate only; these routes
 * never exist on the public port.
 */
@FunctionalInterface
public interface InternalRoutes {
    /** Answers without blocking the caller's thread. A failed stage becomes 500 with no detail. */
    CompletionStage<InternalAnswer> answer(InternalRequest request);
}
