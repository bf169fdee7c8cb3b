package dev.mausbot.home.boot;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Closes several things as one. Each is closed whatever becomes of the others: a socket's file that cannot be removed must
 * not keep a token good.
 */
public final class Closing {
    private Closing() {}

    /** Closes them one after the other; returns what went wrong first, with all that did after it. */
    public static Optional<IOException> inTurn(List<? extends AutoCloseable> all) {
        Optional<IOException> first = Optional.empty();
        for (AutoCloseable one : all) {
            try {
                one.close();
            } catch (Exception failed) {
                IOException left = failed instanceof IOException already ? already : new IOException(failed);
                first.ifPresent(before -> before.addSuppressed(left));
                first = first.or(() -> Optional.of(left));
            }
        }
        return first;
    }
}
