package dev.mausbot.home.selfcheck;

import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.box.Weakening;
import dev.mausbot.home.launch.Gates;
import java.io.IOException;

/** What a {@link Mutation} does, by the place where it does it. Nothing outside of the checked box is touched. */
sealed interface Change {
    /** To what bubblewrap is told, and to the environment past its allow-list. */
    @FunctionalInterface
    non-sealed interface InBox extends Change {
        Weakening weakening(Fixture fixture) throws IOException;
    }

    /** To what stands between the box and its gates. */
    @FunctionalInterface
    non-sealed interface BeforeGates extends Change {
        Gates gates(Gates sound, FrontDesk desk);
    }

    /** To what is started in the box. */
    @FunctionalInterface
    non-sealed interface OfPlan extends Change {
        LaunchPlan plan(LaunchPlan sound, Fixture fixture);
    }
}
