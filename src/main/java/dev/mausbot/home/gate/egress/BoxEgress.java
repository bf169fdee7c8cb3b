package dev.mausbot.home.gate.egress;

import dev.mausbot.home.audit.Audit;
import dev.mausbot.home.audit.AuditEvent;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.Reason;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What one box has open: its slots, its deadlines and its lines in the audit. All of a box's connections, in and out, live
 * on one event loop, so nothing here needs a lock.
 */
final class BoxEgress {
    private static final Set<Reason> ORIGIN_FAILURES = Set.of(
            Reason.CONNECT_FAILED,
            Reason.CONNECT_TIMEOUT,
            Reason.NO_RESPONSE,
            Reason.BAD_RESPONSE,
            Reason.RESPONSE_TIMEOUT);

    private final Caller caller;
    private final EventLoop loop;
    private final Decider decider;
    private final Connector connector;
    private final Audit audit;
    private final EgressLimits limits;
    private final Set<Timed> timed = new HashSet<>();
    private final ChannelGroup origins;
    private int passages;

    BoxEgress(Caller caller, EventLoop loop, Decider decider, Connector connector, Audit audit, EgressLimits limits) {
        this.caller = caller;
        this.loop = loop;
        this.decider = decider;
        this.connector = connector;
        this.audit = audit;
        this.limits = limits;
        this.origins = new DefaultChannelGroup(loop);
    }

    /** What came of asking for a way out. */
    sealed interface Opening {
        /** It is open, to the address that was checked. */
        record Through(Channel channel, InetAddress address, Passage passage) implements Opening {}

        record Refused(Reason reason) implements Opening {}
    }

    EgressLimits limits() {
        return limits;
    }

    /** Everything that must be asked about its time. */
    Set<Timed> timed() {
        return timed;
    }

    /** Every connection out, also one whose other half is gone and that still has something to write. */
    ChannelGroup origins() {
        return origins;
    }

    /** Takes a slot, decides, connects, and says on the event loop, after this call has returned, what came of it. */
    void open(Destination destination, Consumer<Opening> then) {
        if (passages >= limits.tunnels()) {
            loop.execute(() -> then.accept(new Opening.Refused(Reason.TOO_MANY_TUNNELS)));
            return;
        }
        passages++;
        Passage passage = new Passage(destination, this::closed);
        decider.decide(destination).thenAcceptAsync(decision -> decided(passage, decision, then), loop);
    }

    private void decided(Passage passage, Decision decision, Consumer<Opening> then) {
        switch (decision) {
            case Decision.Refused(Reason reason) -> failed(passage, reason, then);
            case Decision.Allowed(List<InetAddress> addresses, String label) -> {
                passage.allow();
                record(passage.destination(), /* allowed= */ true, label);
                connector
                        .connect(addresses, passage.destination().port())
                        .thenAccept(outcome -> connected(passage, outcome, then));
            }
        }
    }

    private void connected(Passage passage, Connector.Outcome outcome, Consumer<Opening> then) {
        switch (outcome) {
            case Connector.Outcome.Failed(Reason reason) -> failed(passage, reason, then);
            case Connector.Outcome.Connected(Channel channel, InetAddress address) -> {
                origins.add(channel);
                then.accept(new Opening.Through(channel, address, passage));
            }
        }
    }

    private static void failed(Passage passage, Reason reason, Consumer<Opening> then) {
        passage.close();
        then.accept(new Opening.Refused(reason));
    }

    Decision decideAgain(Destination destination, InetAddress connected) {
        return decider.decideAgain(destination, connected);
    }

    private void closed(Passage passage) {
        passages--;
        if (passage.wasAllowed()) {
            audit.record(new AuditEvent.EgressClosed(
                    caller.box(),
                    caller.bot(),
                    passage.destination().host().text(),
                    passage.destination().port(),
                    passage.bytesUp(),
                    passage.bytesDown(),
                    Duration.ofNanos(passage.nanosSinceAsked())));
        }
    }

    /**
     * Records a refusal, but not what went wrong at the other end of a connection that was allowed: that one has its
     * decision line, and a failing origin is not a refusal. One whose destination could not be read has an empty host and
     * port 0.
     */
    void recordRefusal(Optional<Destination> destination, Reason reason) {
        if (ORIGIN_FAILURES.contains(reason)) {
            return;
        }
        destination.ifPresentOrElse(
                known -> record(known, /* allowed= */ false, reason.label()),
                () -> audit.record(new AuditEvent.EgressDecided(
                        caller.box(), caller.bot(), "", 0, /* allowed= */ false, reason.label())));
    }

    private void record(Destination destination, boolean allowed, String label) {
        audit.record(new AuditEvent.EgressDecided(
                caller.box(), caller.bot(), destination.host().text(), destination.port(), allowed, label));
    }

    /** Ends what is out of time. Works on a copy, because what ends takes itself off the list. */
    void checkTimes() {
        long now = System.nanoTime();
        List.copyOf(timed).forEach(each -> each.checkTime(now));
    }
}
