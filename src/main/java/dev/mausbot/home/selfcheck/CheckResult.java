package dev.mausbot.home.selfcheck;

import static java.util.Objects.requireNonNull;

/**
 * How one check came out.
 *
 * @param id stable, as in the catalogue: {@code data.database}
 * @param layer what protects here, for grouping on a page: {@code mounts}, {@code network}, {@code broker} …
 * @param sentence what must hold, for a person
 * @param passed false also when it could not be tried
 * @param seen what the probe saw; it comes out of a box, so it is bounded already and must be escaped where it is shown
 */
public record CheckResult(String id, String layer, String sentence, boolean passed, String seen) {
    public CheckResult {
        requireNonNull(id, "id");
        requireNonNull(layer, "layer");
        requireNonNull(sentence, "sentence");
        requireNonNull(seen, "seen");
    }
}
