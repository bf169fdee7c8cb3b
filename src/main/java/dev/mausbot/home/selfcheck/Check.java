package dev.mausbot.home.selfcheck;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * One thing that must hold in every box: an entry of the {@link Catalogue}.
 *
 * @param id stable, for reports
 * @param layer what protects here
 * @param sentence what must hold, for a person
 * @param guards the mutations that must make it fail
 * @param attempts what the probe tries, in this order; it holds if all do
 * @param afterwards what the host shows when the box has ended; a sentence if something got through
 */
record Check(
        String id,
        Layer layer,
        String sentence,
        Set<Mutation> guards,
        Function<Fixture, List<Attempt>> attempts,
        Function<Fixture, Optional<String>> afterwards) {
    Check {
        guards = Set.copyOf(guards);
    }

    /** One that the probe alone can judge. */
    Check(String id, Layer layer, String sentence, Set<Mutation> guards, Function<Fixture, List<Attempt>> attempts) {
        this(id, layer, sentence, guards, attempts, _ -> Optional.empty());
    }

    CheckResult result(boolean passed, String seen) {
        return new CheckResult(id, layer.word(), sentence, passed, seen);
    }
}
