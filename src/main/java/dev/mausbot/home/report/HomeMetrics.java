package dev.mausbot.home.report;

import dev.mausbot.home.audit.Counts;
import dev.mausbot.home.selfcheck.SelfCheckResult;
import dev.mausbot.home.selfcheck.SelfChecks;
import dev.mausbot.home.turn.TurnFigures;
import dev.mausbot.home.turn.TurnState;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * This home's own figures at {@code /q/metrics}. Every label has few values, and they are ours: outcomes, gates and their
 * reasons, never a bot, a host or a path.
 */
@Singleton
class HomeMetrics implements MeterBinder {
    private final Observed observed;
    private final SelfChecks checks;
    private final TurnFigures turns;
    private final VitalSigns signs;

    HomeMetrics(Observed observed, SelfChecks checks, TurnFigures turns, VitalSigns signs) {
        this.observed = observed;
        this.checks = checks;
        this.turns = turns;
        this.signs = signs;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (TurnState state : TurnState.values()) {
            if (state.over()) {
                FunctionCounter.builder("home.turns.ended", turns, figures -> figures.ended(state))
                        .tag("outcome", word(state))
                        .description("turns that have ended")
                        .register(registry);
            }
        }
        gauge(registry, "home.turns.running", "turns that run", turns::running);
        gauge(registry, "home.turns.queued", "turns that wait", turns::queued);
        gauge(
                registry,
                "home.event.readers",
                "readers that follow the events of a turn or of the inbox",
                turns::readers);
        FunctionCounter.builder("home.boxes.started", observed.counts(), Counts::boxesStarted)
                .description("boxes that were started")
                .register(registry);
        gauge(registry, "home.boxes.running", "boxes that run", observed.counts()::boxesRunning);
        observed.counts()
                .tell(reason -> FunctionCounter.builder(
                                "home.refusals", observed.counts(), counts -> counts.refused(reason))
                        .tag("gate", word(reason.gate()))
                        .tag("reason", reason.word())
                        .description("requests that a gate refused")
                        .register(registry));
        gauge(
                registry,
                "home.selfcheck.checks",
                "checks of the last self-check; NaN before the first",
                () -> checks.last().map(check -> (double) check.checks().size()).orElse(Double.NaN));
        gauge(
                registry,
                "home.selfcheck.failed",
                "checks that it failed; NaN before the first",
                () -> checks.last()
                        .map(SelfCheckResult::failed)
                        .map(failed -> (double) failed.size())
                        .orElse(Double.NaN));
        FunctionCounter.builder("home.audit.lost", observed, what -> what.log().lost())
                .description("decisions that could not be written to the audit log")
                .register(registry);
        gauge(
                registry,
                "home.audit.failing",
                "1 while decisions cannot be written",
                () -> observed.log().failing() ? 1 : 0);
        gauge(registry, "home.disk.free.bytes", "what the data folder's disk has left", signs::freeBytes);
    }

    private static void gauge(MeterRegistry registry, String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(registry);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
