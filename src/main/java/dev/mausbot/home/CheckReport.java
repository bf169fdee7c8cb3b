package dev.mausbot.home;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mausbot.home.selfcheck.CheckResult;
import dev.mausbot.home.selfcheck.Mutation;
import dev.mausbot.home.selfcheck.SelfCheckResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A self-check for a person before a terminal, and for a script. */
final class CheckReport {
    private CheckReport() {}

    /** What failed first, with what was seen; then all of it by layer. */
    static String table(SelfCheckResult result, Set<Mutation> mutations) {
        StringBuilder text = new StringBuilder();
        for (CheckResult failed : result.failed()) {
            text.append("FAILED  %-18s %s%n        %-18s seen: %s%n"
                    .formatted(failed.id(), failed.sentence(), "", failed.seen()));
        }
        Map<String, List<CheckResult>> layers = result.checks().stream()
                .collect(Collectors.groupingBy(CheckResult::layer, LinkedHashMap::new, Collectors.toList()));
        layers.forEach((layer, checks) -> {
            text.append("%n%s%n".formatted(layer));
            checks.forEach(check -> text.append(
                    "%-7s %-18s %s%n".formatted(check.passed() ? "  ok" : "FAILED", check.id(), check.sentence())));
        });
        mutations.forEach(one -> text.append("%nTaken from this box: %s (%s)".formatted(one.word(), one.sentence())));
        return text.append("%nchecks %s in %d ms%n"
                        .formatted(result.score(), result.took().toMillis()))
                .toString();
    }

    /** The same as one object on one line. */
    static String json(SelfCheckResult result, Set<Mutation> mutations) {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.put("checks", result.score());
        report.put("passed", result.passed());
        report.put("checkedAt", result.at().toString());
        report.put("tookMs", result.took().toMillis());
        ArrayNode taken = report.putArray("mutations");
        mutations.forEach(one -> taken.add(one.word()));
        ArrayNode results = report.putArray("results");
        for (CheckResult check : result.checks()) {
            results.addObject()
                    .put("id", check.id())
                    .put("layer", check.layer())
                    .put("sentence", check.sentence())
                    .put("passed", check.passed())
                    .put("seen", check.seen());
        }
        return report + System.lineSeparator();
    }
}
