package dev.mausbot.home.turn;

import org.jspecify.annotations.Nullable;

/** What a request brought along. */
public final class Sent {
    private Sent() {}

    /** The body, which the framework hands over as null when it is empty or says {@code null}. */
    public static <T> T body(@Nullable T body) {
        if (body == null) {
            throw new BadField("(body)", "is missing");
        }
        return body;
    }
}
