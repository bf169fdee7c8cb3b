package dev.mausbot.home;

import dev.mausbot.home.audit.RefusalTally;
import dev.mausbot.home.gate.Reason;
import java.util.Locale;
import java.util.stream.Stream;

/** Refusals in words, for a terminal. What was asked for is attacker's text. */
final class Refusals {
    private static final int LONGEST = 200;

    private Refusals() {}

    static String sentence(RefusalTally.Refusal refusal) {
        String times = refusal.times() == 1 ? "" : " (" + refusal.times() + " times)";
        return "box: refused by the %s gate: %s: %s%s"
                .formatted(
                        refusal.gate().name().toLowerCase(Locale.ROOT),
                        shown(refusal.target()),
                        Stream.of(Reason.values())
                                .filter(reason -> reason.label().equals(refusal.reason()))
                                .map(Reason::sentence)
                                .findFirst()
                                .orElse(refusal.reason()),
                        times);
    }

    /** One line, no control or formatting character that could steer the terminal or turn the reading order. */
    private static String shown(String text) {
        String cut = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
        return cut.replaceAll("[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\u2028\\u2029]", "?");
    }
}
