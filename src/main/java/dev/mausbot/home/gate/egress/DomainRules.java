package dev.mausbot.home.gate.egress;

import java.util.List;

/** Which hosts a bot may reach, over and above the address policy, which always holds. */
public sealed interface DomainRules {
    /** Every host whose addresses are all public. */
    record AllPublic() implements DomainRules {}

    /**
     * Only hosts that one of the patterns matches; an empty list matches nothing.
     *
     * @param patterns lower-case names, or {@code *.} and a name, which matches the names below it and never itself
     * @param mode whether others are refused or only reported
     */
    record Listed(List<String> patterns, Mode mode) implements DomainRules {
        public Listed {
            patterns = List.copyOf(patterns);
        }
    }

    /** What happens to a host that no pattern matches. */
    enum Mode {
        ENFORCED,
        REPORT_ONLY
    }

    /** The rules of a bot with no list. */
    static DomainRules allPublic() {
        return new AllPublic();
    }
}
