package dev.mausbot.home.turn;

import dev.mausbot.home.gate.egress.DomainRules;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A bot's list of hosts, as the owner writes it. An empty list allows nothing.
 *
 * @param patterns lower-case names, or {@code *.} and a name for the names below it
 * @param mode whether other hosts are refused or only reported
 */
public record Domains(List<String> patterns, DomainRules.Mode mode) {
    private static final int MOST = 200;
    private static final int LONGEST = 253;
    private static final Pattern NAME =
            Pattern.compile("(\\*\\.)?[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*");

    public Domains {
        Fields.present("domains.patterns", patterns);
        Fields.present("domains.mode", mode);
        if (patterns.size() > MOST) {
            throw new BadField("domains.patterns", "has more than " + MOST + " entries");
        }
        for (String pattern : patterns) {
            Fields.matching("domains.patterns", pattern, LONGEST, NAME, "is not a lower-case host name or *.name");
        }
        patterns = List.copyOf(patterns);
    }
}
