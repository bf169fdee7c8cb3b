package dev.mausbot.home.audit;

import dev.mausbot.home.audit.RefusalTally.Gate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Counts what the log tells, for figures and graphs. Thread-safe, and bounded whatever a box does. */
public final class Counts implements Audit {
    /** More different reasons than all gates have; the rest are counted together. */
    static final int MOST_REASONS = 100;

    private static final String OTHER = "other";

    private final LongAdder started = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final Map<Reason, LongAdder> refusals = new ConcurrentHashMap<>();
    private final List<Consumer<Reason>> listeners = new ArrayList<>();

    /** Why a gate refused; {@code word} is one of the gate's own labels, never a box's word. */
    public record Reason(Gate gate, String word) {}

    @Override
    public void record(AuditEvent event) {
        switch (event) {
            case AuditEvent.BoxStarted _ -> started.increment();
            case AuditEvent.BoxEnded _ -> ended.increment();
            case AuditEvent.EgressDecided it when !it.allowed() -> refused(Gate.EGRESS, it.reason());
            case AuditEvent.HarnessRefused it -> refused(Gate.HARNESS, it.reason());
            case AuditEvent.BrokerRefused it -> refused(Gate.BROKER, it.reason());
            case AuditEvent.EgressDecided _,
                    AuditEvent.EgressClosed _,
                    AuditEvent.Noted _,
                    AuditEvent.SignInSent _ -> {}
        }
    }

    private void refused(Gate gate, String word) {
        Reason reason = new Reason(gate, word);
        LongAdder known = refusals.get(reason);
        if (known == null) {
            known = meet(reason);
        }
        known.increment();
    }

    private synchronized LongAdder meet(Reason reason) {
        boolean room = refusals.size() < MOST_REASONS || refusals.containsKey(reason);
        Reason counted = room ? reason : new Reason(reason.gate(), OTHER);
        return refusals.computeIfAbsent(counted, fresh -> {
            listeners.forEach(listener -> listener.accept(fresh));
            return new LongAdder();
        });
    }

    /** Tells of every reason, now of those that have come up, and later of each new one before it is counted. */
    public synchronized void tell(Consumer<Reason> listener) {
        refusals.keySet().forEach(listener);
        listeners.add(listener);
    }

    /** How often a gate has refused for this reason. */
    public long refused(Reason reason) {
        LongAdder count = refusals.get(reason);
        return count == null ? 0 : count.sum();
    }

    /** How many boxes were started. */
    public long boxesStarted() {
        return started.sum();
    }

    /** How many boxes run. */
    public long boxesRunning() {
        // Read in this order a box may be missed, but none is counted that has not been started.
        long over = ended.sum();
        return Math.max(0, started.sum() - over);
    }
}
