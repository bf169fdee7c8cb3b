package dev.mausbot.home.selfcheck;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What one self-check found.
 *
 * @param checks every check of the catalogue, in its order
 * @param at when it ended
 * @param took from its first step to its last
 */
public record SelfCheckResult(List<CheckResult> checks, Instant at, Duration took) {
    public SelfCheckResult {
        checks = List.copyOf(checks);
        requireNonNull(at, "at");
        requireNonNull(took, "took");
    }

    /** Whether every check passed; nothing checked is nothing proven. */
    public boolean passed() {
        return !checks.isEmpty() && failed().isEmpty();
    }

    public List<CheckResult> failed() {
        return checks.stream().filter(check -> !check.passed()).toList();
    }

    /** As it is shown everywhere: {@code 29/29}. */
    public String score() {
        return "%d/%d".formatted(checks.size() - failed().size(), checks.size());
    }
}
