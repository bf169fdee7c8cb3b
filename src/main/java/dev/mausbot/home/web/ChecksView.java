package dev.mausbot.home.web;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The self-check as it is shown.
 *
 * @param off why there are no boxes; empty if there are
 * @param running whether a self-check runs now
 * @param seconds since it began
 * @param score of the last one, such as {@code 29/29}; empty if there was none
 * @param fault why the one that was asked for here did not run; empty if it did
 * @param layers what was checked, layers with a failed check first
 */
public record ChecksView(
        String off,
        boolean running,
        long seconds,
        String score,
        boolean passed,
        Moment checked,
        long tookMillis,
        String fault,
        List<Layer> layers) {
    public ChecksView {
        layers = List.copyOf(layers);
    }

    /** How long the last one took. */
    public String took() {
        return String.format(
                Locale.ROOT,
                "%.1f s",
                tookMillis / (double) Duration.ofSeconds(1).toMillis());
    }

    /** How many checks of the last one failed. */
    public long failed() {
        return layers.stream().mapToLong(Layer::failed).sum();
    }

    /** The checks of one layer, failed ones first. */
    public record Layer(String name, List<Check> checks, long failed) {
        public Layer {
            checks = List.copyOf(checks);
        }
    }

    /** One check; {@code seen} comes out of a box. */
    public record Check(String id, String sentence, boolean passed, String seen) {}
}
