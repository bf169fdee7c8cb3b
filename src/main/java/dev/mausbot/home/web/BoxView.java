package dev.mausbot.home.web;

import java.util.List;

/**
 * What boxes stand on and what was asked of their gates, as it is shown.
 *
 * @param missing what the machine's hardening lacks
 * @param refused what the gates refused last, the newest first
 * @param unbrokered the variables with which a real key has gone into a box
 * @param boxes that were started since the server was
 */
public record BoxView(List<String> missing, List<Refused> refused, List<String> unbrokered, long boxes) {
    public BoxView {
        missing = List.copyOf(missing);
        refused = List.copyOf(refused);
        unbrokered = List.copyOf(unbrokered);
    }

    /** What a gate refused; {@code target} is a boxed process's own words. */
    public record Refused(String gate, String target, String reason, long times) {}
}
