package dev.mausbot.home.launch;

import dev.mausbot.home.boot.Closing;
import dev.mausbot.home.box.BoxPlace;
import dev.mausbot.home.box.BoxSpec;
import dev.mausbot.home.box.BoxSpec.GatePort;
import dev.mausbot.home.box.GatePorts;
import dev.mausbot.home.box.LaunchPlan;
import dev.mausbot.home.broker.BoxGrants;
import dev.mausbot.home.broker.Broker;
import dev.mausbot.home.broker.Grants;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.Listening;
import dev.mausbot.home.gate.ask.AskGate;
import dev.mausbot.home.gate.egress.DomainRules;
import dev.mausbot.home.gate.egress.EgressGate;
import dev.mausbot.home.gate.harness.Capability;
import dev.mausbot.home.gate.harness.HarnessGate;
import dev.mausbot.home.relay.SignInRelay;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The gates of this server, opened anew for every box.
 *
 * @param egress the way to the public internet
 * @param harness the way to the server's internal routes
 * @param broker the way to model providers and MCP servers
 * @param grants what boxes call the broker with
 * @param ask the way to the owner
 * @param relay the way in for a sign-in's callback, for boxes that want one
 */
public record Gates(
        EgressDoor egress, HarnessDoor harness, BrokerDoor broker, Grants grants, AskGate ask, SignInRelay relay) {
    /** Opens the way out for one box. */
    @FunctionalInterface
    public interface EgressDoor {
        Listening open(Path socket, Caller caller, DomainRules domains);
    }

    /** Opens the way to the internal routes for one box. */
    @FunctionalInterface
    public interface HarnessDoor {
        Listening open(Path socket, Caller caller, Capability capability);
    }

    /** Opens the way to providers and MCP servers for one box. */
    @FunctionalInterface
    public interface BrokerDoor {
        Listening open(Path socket, Caller caller, BoxGrants held);
    }

    /** The gates themselves, with nothing before them. */
    public Gates(EgressGate egress, HarnessGate harness, Broker broker, Grants grants, AskGate ask, SignInRelay relay) {
        this(egress::open, harness::open, broker::open, grants, ask, relay);
    }

    private static final String EGRESS = "egress.sock";
    private static final String HARNESS = "harness.sock";
    private static final String BROKER = "broker.sock";
    private static final String ASK = "ask.sock";
    private static final String RELAY = "relay.sock";

    /** Where nobody is to be asked. */
    public Gates(EgressGate egress, HarnessGate harness, Broker broker, Grants grants, SignInRelay relay) {
        this(egress, harness, broker, grants, AskGate.toNobody(), relay);
    }

    /** Where a box finds its way to the owner; no port leads there. */
    static Path askSocketInside() {
        return BoxSpec.Network.Gated.INSIDE.resolve(ASK);
    }

    /** Which port of the box leads to which of its sockets. */
    static List<GatePort> ports() {
        return List.of(
                new GatePort(GatePorts.EGRESS, EGRESS),
                new GatePort(GatePorts.HARNESS, HARNESS),
                new GatePort(GatePorts.BROKER, BROKER));
    }

    /** Where a box's broker listens. */
    static Path brokerSocket(BoxPlace place) {
        return place.sockets().resolve(BROKER);
    }

    /** Which of its sockets the box dials and waits on. */
    static List<String> relays(LaunchPlan.Callback signIn) {
        return signIn == LaunchPlan.Callback.LOOPBACK ? List.of(RELAY) : List.of();
    }

    /** Opens one box's set; all or none. */
    Open open(BoxPlace place, Caller caller, DomainRules domains, BoxGrants held, LaunchPlan.Callback signIn) {
        List<Listening> sockets = new ArrayList<>();
        Capability capability = Capability.mint();
        try {
            sockets.add(egress.open(place.sockets().resolve(EGRESS), caller, domains));
            sockets.add(harness.open(place.sockets().resolve(HARNESS), caller, capability));
            sockets.add(broker.open(brokerSocket(place), caller, held));
            sockets.add(ask.open(place.sockets().resolve(ASK), caller));
            for (String socket : relays(signIn)) {
                sockets.add(relay.open(place.sockets().resolve(socket), caller));
            }
            return new Open(sockets, capability, held);
        } catch (RuntimeException failed) {
            Closing.inTurn(sockets).ifPresent(failed::addSuppressed);
            throw failed;
        }
    }

    /**
     * One box's open gates.
     *
     * @param sockets the listeners
     * @param capability what the box calls the harness with
     * @param held what the box's tokens open
     */
    record Open(List<Listening> sockets, Capability capability, BoxGrants held) implements AutoCloseable {
        /**
         * Revokes the box's tokens and ends every connection.
         *
         * @throws UncheckedIOException if a socket could not be closed; all the others are
         */
        @Override
        public void close() {
            capability.revoke();
            held.close();
            Closing.inTurn(sockets).ifPresent(left -> {
                throw new UncheckedIOException("not all of a box's gates could be closed", left);
            });
        }
    }
}
