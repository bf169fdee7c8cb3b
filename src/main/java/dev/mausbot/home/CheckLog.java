package dev.mausbot.home;

import dev.mausbot.home.selfcheck.CheckResult;
import dev.mausbot.home.selfcheck.SelfCheckResult;
import java.util.ArrayList;
import java.util.List;

/** A self-check in the server's log: one line, and one more for each check that failed. */
final class CheckLog {
    private static final System.Logger LOG = System.getLogger("selfcheck");

    private CheckLog() {}

    static void tell(SelfCheckResult result) {
        System.Logger.Level level = result.passed() ? System.Logger.Level.INFO : System.Logger.Level.ERROR;
        lines(result).forEach(line -> LOG.log(level, line));
    }

    static List<String> lines(SelfCheckResult result) {
        List<String> lines = new ArrayList<>();
        lines.add("bot box: bwrap, checks %s in %d ms"
                .formatted(result.score(), result.took().toMillis()));
        for (CheckResult failed : result.failed()) {
            lines.add("bot box: FAILED %s: %s Seen: %s".formatted(failed.id(), failed.sentence(), failed.seen()));
        }
        return lines;
    }
}
