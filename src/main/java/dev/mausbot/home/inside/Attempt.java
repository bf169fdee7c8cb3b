package dev.mausbot.home.inside;

import java.io.IOException;
import java.util.List;

/** One thing that a hostile bot would try. */
@FunctionalInterface
interface Attempt {
    /**
     * Tries it.
     *
     * @throws IOException if it could not be tried, which proves nothing and so counts as broken; so does any bug
     */
    Seen with(List<String> arguments) throws IOException;
}
