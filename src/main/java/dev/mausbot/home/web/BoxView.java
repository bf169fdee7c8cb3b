package dev.mausbot.home.web;

import java.util.List;

/**
 * The state of the boxes as it is shown.
 *
 * @param off why there are none; empty if there are
 * @param running whether a self-check runs now
 * @param seconds since it began
 * @param score of the last one, such as {@code 29/29}; empty if there was none
 * @param layers what was checked, layers with a failed check first
 * @param missing what the machine's hardening lacks
 * @param refused what the gates refused last, the newest first
 */
public record BoxView(
        String off,
        boolean running,
        long seconds,
        String score,
        boolean passed,
        Moment checked,
        long tookMillis,
        List<Layer> layers,
        List<String> missing,
        List<Refused> refused,
        List<String> unbrokered,
        long boxes) {
    public BoxView {
        layers = List.copyOf(layers);
        missing = List.copyOf(missing);
        refused = List.copyOf(refused);
        unbrokered = List.copyOf(unbrokered);
    }

    /** The checks of one layer, failed ones first. */
    public record Layer(String name, List<Check> checks, long failed) {
        public Layer {
            checks = List.copyOf(checks);
        }
    }

    /** One check; {@code seen} comes out of a box. */
    public record Check(String id, String sentence, boolean passed, String seen) {}

    /** What a gate refused; {@code target} is a boxed process's own words. */
    public record Refused(String gate, String target, String reason, long times) {}
}
