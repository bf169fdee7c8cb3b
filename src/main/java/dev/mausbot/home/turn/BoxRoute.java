package dev.mausbot.home.turn;

import dev.mausbot.home.gate.harness.InternalAnswer;
import dev.mausbot.home.gate.harness.InternalRequest;

/** A part of {@code /api/internal/} that boxed helpers may ask. It may block: it is called on a thread of its own. */
public interface BoxRoute {
    /** The first segment of the paths that it answers. */
    String segment();

    /**
     * Answers one request.
     *
     * @param request who asks and what, as the gate let it through
     * @param rest the path below the segment, without a slash at its beginning; empty for the segment itself
     */
    InternalAnswer answer(InternalRequest request, String rest);
}
