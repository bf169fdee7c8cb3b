package dev.mausbot.home.turn.keys;

import dev.mausbot.home.boot.Secret;

/** What became of opening something sealed. */
public sealed interface Unsealed {
    /** What was sealed. */
    record Opened(Secret text) implements Unsealed {}

    /** It does not open; the reason says why and what to do about it. */
    record Closed(String reason) implements Unsealed {}
}
