package dev.mausbot.home.launch;

import dev.mausbot.home.box.BoxPlace;
import dev.mausbot.home.box.BoxSpec.GatePort;
import dev.mausbot.home.box.GatePorts;
import dev.mausbot.home.broker.BoxGrants;
import dev.mausbot.home.broker.Broker;
import dev.mausbot.home.broker.Grants;
import dev.mausbot.home.gate.Caller;
import dev.mausbot.home.gate.Listening;
import dev.mausbot.home.gate.egress.DomainRules;
import dev.mausbot.home.gate.egress.EgressGate;
import dev.mausbot.home.gate.harness.Capability;
import dev.mausbot.home.gate.harness.HarnessGate;
import java.util.ArrayList;
import java.util.List;

/**
 * The gates of this server, opened anew for every box.
 *
 * @param egress the way to the public internet
 * @param harness the way to the server's internal routes
 * @param broker the way to model providers and MCP servers
 * @param grants what boxes call the broker with
 */
public record Gates(EgressGate egress, HarnessGate harness, Broker broker, Grants grants) {
    private static final String EGRESS = "egress.sock";
    private static final String HARNESS = "harness.sock";
    private static final String BROKER = "broker.sock";

    /** Which port of the box leads to which of its sockets. */
    static List<GatePort> ports() {
        return List.of(
                new GatePort(GatePorts.EGRESS, EGRESS),
                new GatePort(GatePorts.HARNESS, HARNESS),
                new GatePort(GatePorts.BROKER, BROKER));
    }

    /** Opens one box's set; all or none. */
    Open open(BoxPlace place, Caller caller, DomainRules domains, BoxGrants held) {
        List<Listening> sockets = new ArrayList<>();
        Capability capability = Capability.mint();
        try {
            sockets.add(egress.open(place.sockets().resolve(EGRESS), caller, domains));
            sockets.add(harness.open(place.sockets().resolve(HARNESS), caller, capability));
            sockets.add(broker.open(place.sockets().resolve(BROKER), caller, held));
            return new Open(sockets, capability, held);
        } catch (RuntimeException failed) {
            sockets.forEach(Listening::close);
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
        /** Revokes the box's tokens and ends every connection. */
        @Override
        public void close() {
            capability.revoke();
            held.close();
            sockets.forEach(Listening::close);
        }
    }
}
