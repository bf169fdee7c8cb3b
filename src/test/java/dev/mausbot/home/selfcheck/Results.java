package dev.mausbot.home.selfcheck;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Results of self-checks that were not run. */
public final class Results {
    private Results() {}

    public static SelfCheckResult passed() {
        return failed();
    }

    /** One in which these checks failed and the others passed. */
    public static SelfCheckResult failed(String... ids) {
        Set<String> failed = Set.of(ids);
        List<CheckResult> checks = Catalogue.checks().stream()
                .map(check -> failed.contains(check.id())
                        ? check.result(false, "it is there")
                        : check.result(true, "not there"))
                .toList();
        return new SelfCheckResult(checks, Instant.EPOCH, Duration.ofMillis(412));
    }
}
