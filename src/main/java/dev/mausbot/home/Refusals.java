package dev.mausbot.home;

import dev.mausbot.home.audit.RefusalTally;
import dev.mausbot.home.boot.ShownText;
import dev.mausbot.home.report.RefusalWords;
import java.util.Locale;

/** Refusals in words, for a terminal. What was asked for is attacker's text. */
final class Refusals {
    private static final int LONGEST = 200;

    private Refusals() {}

    static String sentence(RefusalTally.Refusal refusal) {
        String times = refusal.times() == 1 ? "" : " (" + refusal.times() + " times)";
        return "box: refused by the %s gate: %s: %s%s"
                .formatted(
                        refusal.gate().name().toLowerCase(Locale.ROOT),
                        ShownText.line(refusal.target(), LONGEST),
                        RefusalWords.clause(refusal),
                        times);
    }
}
