package dev.mausbot.home.gate.egress;

import java.util.List;
import java.util.Objects;

/** Which hosts a bot may reach, over and above the address policy, which always holds. */
public sealed interface DomainRules {
    /** Every host whose addresses are all public. */
    record AllPublic() implements DomainRules {}

    /**
     * Only hosts that one of the patterns matches; an empty list matches nothing, and no pattern matches an address
     * written as such.
     *
     * @param patterns lower-case names, or {@code *.} and a name, which matches the names below it and never itself; any
     *     other text is refused with {@link IllegalArgumentException}
     * @param mode whether others are refused or only reported
     */
    record Listed(List<String> patterns, Mode mode) implements DomainRules {
        public Listed {
            patterns = List.copyOf(patterns);
            Objects.requireNonNull(mode, "mode");
            patterns.forEach(Listed::requirePattern);
        }

        /** Whether a host, in lower case, is on the list. */
        boolean matches(String host) {
            return patterns.stream().anyMatch(pattern -> matches(pattern, host));
        }

        private static boolean matches(String pattern, String host) {
            // The dot stays in the suffix: without it *.x.com would match evilx.com.
            return pattern.startsWith("*.")
                    ? host.length() > pattern.length() - 1 && host.endsWith(pattern.substring(1))
                    : host.equals(pattern);
        }

        private static void requirePattern(String pattern) {
            String name = pattern.startsWith("*.") ? pattern.substring(2) : pattern;
            boolean canonical = HostName.parse(name)
                    .filter(host -> host instanceof HostName.Name && host.text().equals(name))
                    .isPresent();
            if (!canonical) {
                throw new IllegalArgumentException("'" + pattern
                        + "' is not a domain pattern: write a lower-case name such as api.example.com, or"
                        + " *.example.com for all names below it");
            }
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
