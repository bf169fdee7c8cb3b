package dev.mausbot.home.report;

import dev.mausbot.home.audit.RefusalTally.Gate;
import dev.mausbot.home.selfcheck.CheckResult;
import dev.mausbot.home.selfcheck.SelfCheckResult;
import dev.mausbot.home.selfcheck.SelfChecks;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What there is to say about the boxes: whether they work, what the self-check found, what was refused. */
@Singleton
class BoxReport {
    private final Observed observed;
    private final SelfChecks checks;
    private final VitalSigns signs;

    BoxReport(Observed observed, SelfChecks checks, VitalSigns signs) {
        this.observed = observed;
        this.checks = checks;
        this.signs = signs;
    }

    /** As {@code GET /api/cloud/box} answers. Members of what is not known are left out. */
    JsonObject json() {
        Optional<String> off = signs.boxOff();
        JsonObject report = new JsonObject().put("box", off.isPresent() ? "off" : "bwrap");
        off.ifPresent(reason -> report.put("reason", reason));
        Optional<SelfCheckResult> last = checks.last();
        last.ifPresent(check -> report.put("checks", check.score()));
        report.put("failed", failed(last));
        report.put("boxed", observed.counts().boxesStarted());
        report.put("refused", refused());
        report.put(
                "broker",
                new JsonObject()
                        .put("unbrokered", new JsonArray(observed.unbrokered().get())));
        last.ifPresent(check -> report.put("checkedAt", check.at().toString())
                .put("tookMs", check.took().toMillis()));
        return report;
    }

    /** The ids of what must hold and does not; what the probe saw stays out of reports, because it came out of a box. */
    private static JsonArray failed(Optional<SelfCheckResult> last) {
        JsonArray all = new JsonArray();
        for (CheckResult check : last.map(SelfCheckResult::failed).orElseGet(List::of)) {
            all.add(check.id());
        }
        return all;
    }

    private JsonObject refused() {
        JsonObject refused = new JsonObject();
        for (Gate gate : Gate.values()) {
            refused.put(gate.name().toLowerCase(Locale.ROOT), observed.refused().refused(gate));
        }
        return refused;
    }
}
