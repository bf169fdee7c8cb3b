package dev.mausbot.home.boot;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The operator's own address ranges over the address policy ({@code OMB_EGRESS_ALLOW}, {@code OMB_EGRESS_DENY}): CIDRs
 * with an optional port. Deny beats allow.
 */
public record OperatorRanges(List<String> allow, List<String> deny) {
    static final String FORM = "a list of address ranges with an optional port, such as 10.1.0.0/16, "
            + "192.0.2.7/32:443 or [2001:db8::]/32:443";

    private static final Pattern SEPARATOR = Pattern.compile("[,\\s]+");
    private static final Pattern RANGE = Pattern.compile(
            "(?:[0-9.]{7,15}|[0-9A-Fa-f:.]{2,45}|\\[[0-9A-Fa-f:.]{2,45}])(?:/[0-9]{1,3})?(?::[0-9]{1,5})?");

    public OperatorRanges {
        allow = List.copyOf(allow);
        deny = List.copyOf(deny);
    }

    /** The entries of one setting; empty if any of them is not a range. */
    static Optional<List<String>> parse(String text) {
        List<String> entries =
                SEPARATOR.splitAsStream(text).filter(entry -> !entry.isEmpty()).toList();
        return !entries.isEmpty() && entries.stream().allMatch(OperatorRanges::isRange)
                ? Optional.of(entries)
                : Optional.empty();
    }

    /** The one place that says what a range looks like here; the gate that applies a range reads it in full. */
    private static boolean isRange(String entry) {
        return RANGE.matcher(entry).matches();
    }
}
