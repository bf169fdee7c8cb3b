package dev.mausbot.home.audit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts what the gates refused, and remembers the last different refusals; bounded whatever a box does. */
public final class RefusalTally implements Audit {
    /** The gates that refuse by themselves. */
    public enum Gate {
        EGRESS,
        HARNESS,
        BROKER
    }

    /**
     * Refusals of the same thing for the same reason.
     *
     * @param target what was asked for, a host and port or a method and path; attacker's text
     * @param times how often, since it was last forgotten
     */
    public record Refusal(String box, Gate gate, String target, String reason, long times) {}

    private record Key(String box, Gate gate, String target, String reason) {}

    private final int remembered;
    private final Map<Gate, Long> counts = new EnumMap<>(Gate.class);
    /** Ordered by when each was last refused, so that the first is the one to forget. */
    private final LinkedHashMap<Key, Long> last = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);

    /** Makes an empty tally that keeps at most so many different refusals. */
    public RefusalTally(int remembered) {
        if (remembered < 1) {
            throw new IllegalArgumentException("a tally remembers at least one refusal");
        }
        this.remembered = remembered;
    }

    @Override
    public void record(AuditEvent event) {
        refusal(event).ifPresent(this::add);
    }

    private static Optional<Key> refusal(AuditEvent event) {
        return switch (event) {
            case AuditEvent.EgressDecided it
            when !it.allowed() -> Optional.of(new Key(it.box(), Gate.EGRESS, target(it), it.reason()));
            case AuditEvent.HarnessRefused it ->
                Optional.of(new Key(it.box(), Gate.HARNESS, it.method() + " " + it.path(), it.reason()));
            case AuditEvent.BrokerRefused it ->
                Optional.of(
                        new Key(it.box(), Gate.BROKER, it.method() + " " + it.grant() + "/" + it.path(), it.reason()));
            case AuditEvent.EgressDecided _,
                    AuditEvent.EgressClosed _,
                    AuditEvent.Noted _,
                    AuditEvent.BoxStarted _,
                    AuditEvent.SignInSent _,
                    AuditEvent.CardOpened _,
                    AuditEvent.CardClosed _,
                    AuditEvent.ToolReported _,
                    AuditEvent.AskRefused _,
                    AuditEvent.ApprovalsChanged _,
                    AuditEvent.AtTheDoor _,
                    AuditEvent.BoxEnded _ -> Optional.empty();
        };
    }

    private static String target(AuditEvent.EgressDecided refused) {
        return refused.host().isEmpty() ? "bytes that are no request" : refused.host() + ":" + refused.port();
    }

    private synchronized void add(Key key) {
        counts.merge(key.gate(), 1L, Long::sum);
        last.merge(key, 1L, Long::sum);
        if (last.size() > remembered) {
            last.pollFirstEntry();
        }
    }

    /** How many requests this gate has refused, all boxes together. */
    public synchronized long refused(Gate gate) {
        return counts.getOrDefault(gate, 0L);
    }

    /** All remembered refusals, the one refused last at the end. */
    public synchronized List<Refusal> all() {
        List<Refusal> found = new ArrayList<>();
        last.forEach((key, times) -> found.add(new Refusal(key.box(), key.gate(), key.target(), key.reason(), times)));
        return List.copyOf(found);
    }

    /** The remembered refusals of one box, the one refused last at the end. */
    public List<Refusal> of(String box) {
        return all().stream().filter(refusal -> refusal.box().equals(box)).toList();
    }
}
