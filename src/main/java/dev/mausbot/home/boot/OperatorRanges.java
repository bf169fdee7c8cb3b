package dev.mausbot.home.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The operator's own address ranges over the address policy ({@code OMB_EGRESS_ALLOW}, {@code OMB_EGRESS_DENY}): CIDRs
 * with an optional port. Deny beats allow.
 */
public record OperatorRanges(List<AddressRange> allow, List<AddressRange> deny) {
    static final String FORM = "a list of address ranges with an optional port, such as 10.1.0.0/16, "
            + "192.0.2.7/32:443 or [2001:db8::/32]:443";

    private static final Pattern SEPARATOR = Pattern.compile("[,\\s]+");

    public OperatorRanges {
        allow = List.copyOf(allow);
        deny = List.copyOf(deny);
    }

    /** The ranges of one setting; empty if there is none, or if any entry is not a range. */
    static Optional<List<AddressRange>> parse(String text) {
        List<AddressRange> ranges = new ArrayList<>();
        for (String entry :
                SEPARATOR.splitAsStream(text).filter(one -> !one.isEmpty()).toList()) {
            switch (AddressRange.parse(entry)) {
                case AddressRange.Parsed.Range(AddressRange range) -> ranges.add(range);
                case AddressRange.Parsed.Fault _ -> {
                    return Optional.empty();
                }
            }
        }
        return ranges.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(ranges));
    }
}
