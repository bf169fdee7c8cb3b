package dev.mausbot.home.report;

import dev.mausbot.home.selfcheck.CheckResult;
import dev.mausbot.home.selfcheck.SelfCheckResult;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What decides whether this home is well, all measured at one moment. Nothing in it depends on being used: a server
 * that nobody talks to stays as well as it was, and only what it does by itself every day may not be missing.
 *
 * @param now the moment
 * @param state whether it takes turns
 * @param boxWanted whether turns shall run in boxes
 * @param boxOff why no box can start; empty if they can
 * @param helperMissing a file of this program that is gone, so that its helpers do not start in a box
 * @param selfCheck what the last one found
 * @param selfCheckRequired whether a failed one stops boxed turns
 * @param databaseAnswers whether the database lets itself be locked for writing
 * @param integrity what the last check of the database found
 * @param freeBytes what the data folder's disk has left for this user
 * @param auditFailing whether decisions cannot be written down
 * @param hardeningWanted whether the machine shall be hardened
 * @param hardening what is missing of that
 */
record Vitals(
        Instant now,
        HomeState.State state,
        boolean boxWanted,
        Optional<String> boxOff,
        Optional<Path> helperMissing,
        Optional<SelfCheckResult> selfCheck,
        boolean selfCheckRequired,
        boolean databaseAnswers,
        Optional<Integrity.Check> integrity,
        long freeBytes,
        boolean auditFailing,
        boolean hardeningWanted,
        List<String> hardening) {
    /** Below this the disk counts as full: a turn's transcript alone may take half of it. */
    static final long LEAST_FREE_BYTES = 64L << 20;

    /** What is done every day was done on neither of the last two. */
    private static final Duration OLD = Duration.ofDays(2).plusHours(1);

    Vitals {
        hardening = List.copyOf(hardening);
    }

    /**
     * Something that is wrong.
     *
     * @param id stable, for who looks for it in a program
     * @param stops whether it keeps the home from doing its work
     * @param sentence for a person
     */
    record Trouble(String id, boolean stops, String sentence) {}

    /** One rule: what is said if it is broken. */
    private record Rule(String id, boolean stops, Predicate<Vitals> broken, Sentence sentence) {
        private interface Sentence {
            String of(Vitals vitals);
        }
    }

    private static final boolean STOPS = true;

    private static final List<Rule> RULES = List.of(
            new Rule(
                    "state",
                    STOPS,
                    vitals -> vitals.state != HomeState.State.READY,
                    vitals -> "the home takes no turns: it is " + vitals.state.word()),
            new Rule(
                    "box",
                    STOPS,
                    vitals -> vitals.boxWanted && vitals.boxOff.isPresent(),
                    vitals -> "no box can start: " + vitals.boxOff.orElse("")),
            new Rule(
                    "helpers",
                    STOPS,
                    vitals -> vitals.boxWanted && vitals.helperMissing.isPresent(),
                    _ ->
                            "a file of this program is gone, so its helpers do not start in a box: was it replaced while it"
                                    + " runs? Start it again"),
            new Rule(
                    "self-check.missing",
                    STOPS,
                    vitals -> vitals.checkCounts() && vitals.selfCheck.isEmpty(),
                    _ -> "the self-check has not ended yet"),
            new Rule(
                    "self-check.failed",
                    STOPS,
                    vitals -> vitals.checkCounts()
                            && vitals.selfCheck.filter(check -> !check.passed()).isPresent(),
                    vitals -> "the self-check failed: " + vitals.failed()),
            new Rule(
                    "self-check.old",
                    !STOPS,
                    vitals -> vitals.checkCounts() && vitals.isOld(vitals.selfCheck.map(SelfCheckResult::at)),
                    _ -> "the last self-check is older than two days"),
            new Rule("database", STOPS, vitals -> !vitals.databaseAnswers, _ -> "the database cannot be written"),
            new Rule(
                    "database.integrity",
                    !STOPS,
                    vitals -> vitals.integrity.flatMap(Integrity.Check::found).isPresent(),
                    vitals -> "the database is not whole: "
                            + vitals.integrity.flatMap(Integrity.Check::found).orElse("")),
            new Rule(
                    "database.integrity.old",
                    !STOPS,
                    vitals -> vitals.isOld(vitals.integrity.map(Integrity.Check::at)),
                    _ -> "the last check of the database is older than two days"),
            new Rule(
                    "disk",
                    STOPS,
                    vitals -> vitals.freeBytes < LEAST_FREE_BYTES,
                    vitals -> "the disk is full: %d MiB are free, %d are needed"
                            .formatted(vitals.freeBytes >> 20, LEAST_FREE_BYTES >> 20)),
            new Rule("audit", STOPS, Vitals::auditFailing, _ -> "decisions cannot be written to the audit log"),
            new Rule(
                    "hardening",
                    !STOPS,
                    vitals -> vitals.hardeningWanted && !vitals.hardening.isEmpty(),
                    vitals -> "the machine is not hardened: " + String.join("; ", vitals.hardening)));

    /** All that is wrong, what stops the home first. */
    List<Trouble> troubles() {
        return RULES.stream()
                .filter(rule -> rule.broken().test(this))
                .map(rule ->
                        new Trouble(rule.id(), rule.stops(), rule.sentence().of(this)))
                .toList();
    }

    /** Whether it can do its work; something may be wrong all the same. */
    boolean ready() {
        return troubles().stream().noneMatch(Trouble::stops);
    }

    /** A self-check is of boxes: where none run, or the operator waived it, it decides nothing. */
    private boolean checkCounts() {
        return boxWanted && boxOff.isEmpty() && selfCheckRequired;
    }

    private boolean isOld(Optional<Instant> done) {
        return done.filter(at -> at.plus(OLD).isBefore(now)).isPresent();
    }

    private String failed() {
        return selfCheck.stream()
                .flatMap(check -> check.failed().stream())
                .map(CheckResult::id)
                .collect(Collectors.joining(", "));
    }
}
